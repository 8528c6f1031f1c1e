"""Which fields give what they used to."""

import json
from getpass import getuser
from pathlib import Path

import pytest

from scrapy_bt.core.healing.perception.fieldwatch import FieldWatch
from scrapy_bt.core.healing.perception.flows import CrawlTotals
from scrapy_bt.core.healing.perception.observations import Alarm, Observation
from scrapy_bt.core.healing.proposals import State
from scrapy_bt.storage.healing import HealingStore
from tests.redesigns import NEW, OLD


@pytest.fixture
def watched():
    """A store in which the title of articles has changed."""
    store = HealingStore(Path(".scrapy/bt-healing.db").absolute())
    title, author = FieldWatch("article", "title"), FieldWatch("article", "author")
    for number in range(50):
        title.note(Observation("article", "title", 'css "h1.headline"', int(number < 40), int(number >= 40)))
        author.note(Observation("article", "author", 'css "span"', 1))
    store.save("news", [(title, 40, 10), (author, 50, 0)])
    other = OLD.replace("</h1>", "</h1><table><tr><td>y</td></tr></table>")
    for state, name, markup in (("good", "other", other), ("good", "good", OLD), ("failing", "failing", NEW)):
        store.add_page("news", "article", state=state, url=f"https://a.test/{name}", status=200, markup=markup, seen=())
    store.add_alarm("news", Alarm("article", "title", "found", "none", "all", 1.0), "https://a.test/7")
    store.close()


def test_fields_measures_and_alarms_are_told(heal, watched, capsys):
    assert heal("status") == 1
    told = capsys.readouterr().out
    assert told.startswith("news (found and missing: on pages that were looked at, of all crawls)\n")
    assert 'article/title   css "h1.headline"  changed: how often something is found     40       10' in told
    assert 'article/author  css "span"         as usual' in told
    assert "https://a.test/good  https://a.test/failing" in told
    (measures,) = (line.split() for line in told.splitlines() if "https://a.test/failing" in line)
    cosine, edits, usual_cosine, usual_edits = (float(each.strip(",")) for each in measures[3:])
    assert cosine < usual_cosine < 1
    assert 0 < usual_edits < edits
    assert "finds nothing any more  https://a.test/7" in told


def test_what_waits_and_who_has_decided_what_are_told(heal, filing, capsys):
    one, other = filing.file("shop.bt:1"), filing.file("shop.py:3")
    heal("reject", other.id)
    filing.store.proposals.decide(one.id, State.LIVE)
    capsys.readouterr()
    assert heal("status") == 0
    told = capsys.readouterr().out
    assert f"{one.id}   product/title  h1::text  h2::text  0.90  live" in told
    crawl, person = (line for line in told.splitlines() if "h1::text → h2::text" in line)
    why = "tag renamed: how often something is found"
    assert crawl.split()[2:] == f"product/title live: h1::text → h2::text {one.id} crawl {why}".split()
    decided = f"rejected: h1::text → h2::text {other.id} {getuser()}, scrapy bt heal {why}"
    assert person.split()[2:] == f"{other.name} {decided}".split()


def test_counts_that_have_drifted_apart_are_told(heal, watched, capsys):
    store = HealingStore(Path(".scrapy/bt-healing.db").absolute())
    for records in (380, 390, 385, 90):
        store.flows.add("news", CrawlTotals(400, 400, records))
    store.close()
    assert heal("status") == 1
    told = capsys.readouterr().out
    rows = [line.split(maxsplit=5)[2:] for line in told.splitlines() if " 400 " in line]
    assert rows == [
        *(["400", "400", records] for records in ("380", "390", "385")),
        ["400", "400", "90", "records of each page: 0.23, before 0.96"],
    ]


def test_as_json_and_of_one_spider(heal, watched, capsys):
    assert heal("status", "news", "--json") == 1
    author, title = map(json.loads, capsys.readouterr().out.splitlines())
    assert (title["changed"], author["changed"], author["pages"]) == (["found"], [], 50)
    assert heal("status", "shop") == 1
    assert "nothing is known of 'shop'; watched were: news" in capsys.readouterr().err


def test_without_a_store_it_says_what_to_do(heal, capsys):
    assert heal("status") == 1
    assert "set BT_HEALING = 'watch', and crawl" in capsys.readouterr().err
