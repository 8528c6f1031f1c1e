"""The store of healing."""

import sqlite3
import threading
from contextlib import closing

import pytest

from scrapy_bt.core.healing.perception.fieldwatch import FieldWatch
from scrapy_bt.core.healing.perception.observations import Alarm, Observation
from scrapy_bt.core.healing.proposals import Proposal, State
from scrapy_bt.errors import BTError
from scrapy_bt.storage.healing import HealingStore
from scrapy_bt.storage.healing_stored import StoredField
from tests.redesigns import NEW, OLD, ROWS_NEW

SEEN = (Observation("article", "title", "h1", 1, 0, ("Storm", "x" * 2_000), "a.py:3"),)


@pytest.fixture
def store(place):
    opened = HealingStore(place, samples=3)
    yield opened
    opened.close()


def add(store, number, markup, *, state="good"):
    store.add_page("news", "article", state=state, url=f"https://a.test/{number}", status=200, markup=markup, seen=SEEN)


def test_a_crawl_waits_for_another_that_makes_the_same_file(tmp_path):
    path = tmp_path / "made.db"
    with closing(sqlite3.connect(path, isolation_level=None, check_same_thread=False)) as other:
        other.execute("BEGIN IMMEDIATE")
        made = threading.Timer(0.5, other.execute, ["COMMIT"])
        made.start()
        HealingStore(path, samples=3).close()
        made.join()


def test_pages_are_kept_with_what_was_taken_from_them(store):
    add(store, 1, OLD)
    (page,) = store.pages("news", "article", "good")
    assert (page.url, page.markup, page.node) == ("https://a.test/1", OLD, "article")
    (seen,) = page.fields
    assert seen == SEEN[0]._replace(values=("Storm", "x" * 500))


def test_the_most_different_ones_stay_and_the_newest_of_an_address(store):
    for number, markup in enumerate([OLD, NEW, OLD, ROWS_NEW, OLD]):
        add(store, number, markup)
    assert [page.url[-1] for page in store.pages("news", "article", "good")] == ["1", "3", "4"]
    add(store, 4, OLD + " ")
    assert [page.url[-1] for page in store.pages("news", "article", "good")] == ["1", "3", "4"]
    add(store, 9, OLD, state="failing")
    assert len(store.pages("news", "article", "failing")) == 1


@pytest.mark.parametrize("samples", [0, 1])
def test_where_hardly_any_are_kept_no_pair_keeps_the_newest_out(place, samples):
    with closing(HealingStore(place, samples=4)) as store:
        for number in range(4):
            add(store, number, OLD, state="failing")
            add(store, number, OLD)
    with closing(HealingStore(place, samples=samples)) as store:
        add(store, 9, NEW)
        assert len(store.pages("news", "article", "good")) == samples


def test_of_hostile_pages_so_many_characters_are_kept_of_so_many(store):
    seen = [Observation("article", str(number), "h1", 1, 0, ("x" * 9_000,) * 90) for number in range(9)]
    for number in range(4):
        markup = f"<h1>{number}</h1>" + "text " * 500_000
        store.add_page("news", "article", state="good", url=f"/{number}", status=200, markup=markup, seen=seen)
    kept = store.pages("news", "article", "good")
    assert [len(page.markup) for page in kept] == [2_000_000] * 3
    assert {(len(one.values), len(one.values[0])) for page in kept for one in page.fields} == {(5, 500)}


def test_what_is_secret_is_not_kept(store):
    markup = "<form><input type=hidden name=csrf_token value='k3jh5g2k3j5hg2'></form><p>k3jh5g2k3j5hg2</p>"
    seen = (Observation("n", "token", "input", 1, 0, ("k3jh5g2k3j5hg2",)),)
    asked = "https://a.test/?token=geheim12345"
    store.add_page("s", "n", state="good", url=asked, status=200, markup=markup, seen=seen)
    store.add_alarm("s", Alarm("n", "token", "found", "none", "all", 1.0), asked)
    (page,) = store.pages("s", "n", "good")
    assert "geheim12345" not in page.url
    assert page.altered
    assert page.fields[0].values[0] in page.markup
    assert "k3jh5g2k3j5hg2" not in page.markup
    assert store.events("s")[0].url == page.url
    if isinstance(store.path, str):
        return  # bodies are compressed there as here
    raw = store.path.read_bytes() + store.path.with_name("healing.db-wal").read_bytes()
    assert b"geheim" not in raw


def test_fields_add_up_over_crawls(store):
    watch = FieldWatch("article", "title", "h1", "a.py:3")
    for _ in range(30):
        watch.note(SEEN[0])
    store.save("news", [(watch, 30, 0)])
    store.save("news", [(watch, 0, 2)])
    (field,) = store.fields("news")
    assert (field.observed.found, field.observed.missing) == (30, 2)
    assert (field.pages, field.is_learned, field.changed, field.observed.place) == (30, True, (), "a.py:3")
    again = FieldWatch("article", "title")
    again.restore(field.learned)
    assert again.plain() == watch.plain()
    assert store.spiders() == ["news"]


def test_a_few_values_of_a_field_are_told_from_many(store):
    watches = [FieldWatch("article", name, "h1") for name in ("author", "title")]
    for number in range(30):
        for watch, value in zip(
            watches, (["Ann", "Bob", "Cy"][number % 3], f"Storm over the bay, part {number} of it"), strict=True
        ):
            watch.note(Observation("article", watch.field, "h1", 1, 0, (value,)))
    store.save("news", [(watch, 30, 0) for watch in watches])
    fields: list[StoredField] = store.fields("news")
    assert [len(field.few) for field in fields] == [3, 0]


def test_the_log_is_bounded_and_the_newest_comes_first(store):
    for number in range(1_010):
        store.add_alarm("news", Alarm("article", "title", "found", "none", "all", 0.9), f"https://a.test/{number}")
    events = store.events("news")
    assert len(events) == 1_000
    assert events[0].url == "https://a.test/1009"
    assert events[0].alarm == Alarm("article", "title", "found", "none", "all", 0.9)


def test_a_spider_can_be_forgotten(store):
    add(store, 1, OLD)
    store.save("news", [(FieldWatch("article", "title"), 1, 0)])
    store.forget("news")
    assert (store.spiders(), store.pages("news", "article", "good")) == ([], [])


def test_two_crawls_write_at_once(store):
    other = HealingStore(store.path)
    add(store, 1, OLD)
    add(other, 2, NEW)
    assert len(store.pages("news", "article", "good")) == 2
    other.close()


def test_a_file_of_another_version_and_one_that_is_none_are_refused(tmp_path):
    path = tmp_path / "x.db"
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA user_version = 99")
    with pytest.raises(BTError, match="format 99, this version reads 2"):
        HealingStore(path)
    other = tmp_path / "y.db"
    other.write_text("no database " * 500)
    with pytest.raises(BTError, match="cannot be opened"):
        HealingStore(other)


def test_pages_of_today_stay_as_long_as_somebody_has_to_decide_on_a_field_of_theirs(store):
    add(store, 9, NEW, state="failing")
    filed = [store.proposals.file("news", Proposal("article", name, "h1")) for name in ("title", "author")]
    store.proposals.decide(filed[0].id, State.ACCEPTED, selector="h2")
    store.forget_field("news", "article", "title")
    assert len(store.pages("news", "article", "failing")) == 1
    store.proposals.decide(filed[1].id, State.REJECTED)
    store.forget_field("news", "article", "title")
    assert store.pages("news", "article", "failing") == []
