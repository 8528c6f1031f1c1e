from pathlib import Path

import pytest
from scrapy.settings import Settings

from scrapy_bt.operations.trials.trying import Trying

RULE = """\
rule: shop
layers:
  - layer: list
    entries: [https://s.test/]
    tags:
      - tag: row
        start: <li>
        end: </li>
"""
PAGE = '<ul><li>Ada 🍞 <b>12</b></li>\n<li>Ben <a href="/b">more &amp; more</a></li></ul>'


@pytest.fixture
def page(tmp_path: Path) -> str:
    path = tmp_path / "page.html"
    path.write_text(PAGE)
    return str(path)


@pytest.fixture
def trying() -> Trying:
    return Trying(Settings())


def test_a_trial_tells_values_steps_and_marks(trying: Trying, page: str) -> None:
    told = trying.try_rule(RULE, page, tag="row")
    assert (told["layer"], told["layers"], told["faults"]) == ("list", ["list"], [])
    assert told["tags"][0]["count"] == 2
    units = PAGE.encode("utf-16-le")
    first, last = told["marks"]["row"]["values"]["places"][1]
    assert units[2 * first : 2 * last].decode("utf-16-le") == told["tags"][0]["values"][1]
    assert told["marks"]["row"]["starts"]["total"] == 2
    assert set(trying.try_rule(RULE, page)["marks"]["row"]) == {"values"}


def test_a_rule_with_faults_tells_them(trying: Trying, page: str) -> None:
    told = trying.try_rule(RULE + "        end_: x\n", page)
    assert [fault.place.line for fault in told["faults"]] == [9]
    assert trying.count_in("", [page])["faults"]


def test_few_marks_return_however_many_there_are(trying: Trying, page: str) -> None:
    Path(page).write_text("<li>x</li>" * 3000)
    told = trying.try_rule(RULE, page, tag="row")
    assert sum(len(kind["places"]) for kind in told["marks"]["row"].values()) <= 1000
    assert told["tags"][0]["count"] == 3000
    assert len(told["tags"][0]["values"]) == 50


def test_a_text_that_is_pointed_at_becomes_a_tag_of_the_rule(trying: Trying, page: str) -> None:
    at = len(PAGE[: PAGE.index("more &amp;")].encode("utf-16-le")) // 2
    told = trying.suggest_tags(page, (), (at, at + 3), text=RULE, layer="list")
    assert told["take"] == ["more & more"]
    best = told["proposals"][0]
    assert best["written"].startswith("- tag: ")
    again = trying.try_rule(best["rule"], page)
    assert again["tags"][0]["tag"] == "row"
    assert again["tags"][1]["values"] == best["values"]


def test_a_proposal_gets_a_name_that_is_free(trying: Trying, page: str) -> None:
    first = trying.suggest_tags(page, ["12"], text=RULE)["proposals"][0]["rule"]
    second = trying.suggest_tags(page, ["12"], text=first)["proposals"][0]["rule"]
    assert len({tag["tag"] for tag in trying.try_rule(second, page)["tags"]}) == 3


def test_pages_are_counted_by_tag(trying: Trying, page: str, tmp_path: Path) -> None:
    empty = tmp_path / "empty.html"
    empty.write_text("<p>")
    rows = trying.count_in(RULE, [page, str(empty)])["rows"]
    assert [row["tags"] for row in rows] == [{"row": True}, {"row": False}]
    assert trying.read_source(page)["text"] == PAGE
