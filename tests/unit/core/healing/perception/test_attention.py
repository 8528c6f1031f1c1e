"""Which pages are looked at, and what is glanced at on the others."""

import pytest

from scrapy_bt.core.healing.perception.attention import Attention, Usual, count_signs
from scrapy_bt.core.healing.perception.observations import Observation
from scrapy_bt.core.healing.perception.pagekinds import PageKind
from scrapy_bt.core.healing.perception.watchers import Watcher


class Crawl:
    """Meets pages, of each a value for each field, or nothing; counts those that were looked at."""

    def __init__(self, watcher=None):
        self.watcher = watcher or Watcher()
        self.looked = 0

    def meet(self, **values):
        """What has changed by this page: field and view."""
        attention = self.watcher.attention
        if not attention.wants_page():
            for name, value in values.items():
                if attention.glances or value is None:
                    attention.glance(("product", name), int(value is not None), value)
            return []
        self.looked += 1
        seen = [
            Observation(
                "product", name, name, int(value is not None), int(value is None), () if value is None else (value,),
                signs=frozenset({attention.sign(("product", name), int(value is not None), value)}),
            )
            for name, value in values.items()
        ]  # fmt: skip
        (finding,) = self.watcher.note(seen, lambda _: PageKind.CONTENT)
        return [(one.field, one.view) for one in finding.alarms]

    def noticed(self, pages):
        """Pages until something is told, and what."""
        for count, values in enumerate(pages, 1):
            if told := self.meet(**values):
                return count, told
        raise AssertionError("nothing was told")


def usual(number):
    return {"title": f"Thing {number}", "price": f"{number % 90 + 10}.50 €"}


def known(pages=1_000, page=usual):
    crawl = Crawl()
    for number in range(pages):
        assert not crawl.meet(**page(number)), number
    return crawl


def test_one_of_64_pages_is_looked_at_as_long_as_nothing_is_the_matter():
    assert known(1_128).looked in range(128 + 14, 128 + 18)
    attention = known(128).watcher.attention
    pages = [(attention.wants_page(), attention.glances) for _ in range(640)]
    assert sum(looked for looked, _ in pages) in range(9, 12)
    assert sum(glanced for _, glanced in pages) in range(78, 83)


@pytest.mark.parametrize("before", [1_000, 1_003, 1_007])
@pytest.mark.parametrize(
    "change",
    [
        {"price": "Delivery in three days"},
        {"title": "Latest news and more of our best offers"},
        {"title": "Заголовок"},
        {"title": "Offer"},
    ],
    ids=["form", "length", "script", "repeated"],
)
def test_another_value_is_noticed_although_few_pages_are_looked_at(change, before):
    count, told = known(before).noticed(usual(number) | change for number in range(500))
    assert count <= 22
    assert {field for field, _ in told} == set(change)


def test_what_is_missing_is_noticed_on_any_page():
    count, told = known().noticed(usual(number) | {"title": None} for number in range(500))
    assert count <= 9
    assert told == [("title", "found")]


def test_what_often_is_not_there_is_noticed_too():
    crawl = known(page=lambda number: usual(number) | {"price": None if number % 10 == 3 else "1.50"})
    count, told = crawl.noticed(usual(number) | {"price": None} for number in range(500))
    assert count <= 15
    assert told == [("price", "found")]


def test_what_is_missing_now_and_then_surprises_nobody():
    attention = known(
        page=lambda number: usual(number) | {"price": None if number % 3 == 0 else "1.50"}
    ).watcher.attention
    assert not attention.is_raised
    for _ in range(3):
        attention.glance(("product", "price"), 0)
    assert not attention.is_raised


def test_what_nobody_expects_is_not_glanced_at():
    attention = known().watcher.attention
    attention.glance("else", 0)
    assert not attention.is_raised


def test_a_field_that_is_odd_by_itself_needs_more_doubt_each_time():
    attention = known(128).watcher.attention
    raised = []
    for number in range(3_000):
        attention.wants_page()
        if number % 20 == 0:
            attention.glance(("product", "title"), 0)
        elif number % 20 < 10:
            attention.glance(("product", "title"), 1, f"Thing {number}")
        raised.append(attention.is_raised)
    assert sum(raised) in range(8, 60)


def test_a_site_that_surprises_all_the_time_is_not_looked_at_more_and_more():
    attention = known(128).watcher.attention
    looked = 0
    for _ in range(6_400):
        attention.raise_()
        looked += attention.wants_page()
    assert looked in range(100 + 64, 100 + 64 + 110)


def test_a_crawl_that_goes_on_glances_from_its_beginning_and_looks_at_few_pages():
    before, watcher = known(200), Watcher()
    for watch in before.watcher.fields.values():
        watcher.restore(Observation(watch.node, watch.field, watch.selector, 0), watch.plain())
    crawl = Crawl(watcher)
    for number in range(640):
        assert not crawl.meet(**usual(number))
    assert crawl.looked in range(8 + 9, 8 + 13)
    count, _ = crawl.noticed(usual(number) | {"price": "Sold out today"} for number in range(500))
    assert count <= 22


def test_a_healthy_site_gives_no_alarm_and_is_looked_at_seldom():
    crawl = Crawl()
    for number in range(10_000):
        title = None if number % 200 == 7 else f"Thing {number}"
        price = None if number % 500 == 13 else f"{number % 3_000}.50"
        assert not crawl.meet(title=title, price=price), number
    assert crawl.looked < 700


def test_what_is_usual_for_one_of_two_fields_with_one_selector_is_usual():
    attention = Attention()
    attention.expect("b", "first", Usual.of({1: 50, -1: 50}))
    attention.expect("b", "second", Usual.of({2: 50, -1: 50}))
    for found in (1, 2, 3, 1, 2, 3):
        attention.glance("b", found)
    assert not attention.is_raised
    for _ in range(20):
        attention.glance("b", 900)
    assert attention.is_raised
    other = Attention()
    other.expect("b", "first", Usual.of({1: 50, -1: 50}))
    other.expect("b", "second", None)  # not learned yet
    other.glance("b", 0)
    assert not other.is_raised


def test_signs_are_bounded():
    counts = {}
    for number in range(5_000):
        count_signs(counts, {number, 1})
    assert len(counts) == 64
    assert counts[1] <= 4_000
    assert Usual.of(counts).unknown > 3
    odd = {}
    for number in range(9_000):
        count_signs(odd, {number})
    assert Usual.of(odd).unknown >= 0
    count_signs(crowd := {}, set(range(200)))
    assert Usual.of(crowd).missing < 0


def test_of_pages_that_pass_none_is_decided_and_credit_comes_back():
    attention = known(1_000).watcher.attention
    attention.raise_()
    assert [attention.wants_page() for _ in range(8)] == [True] * 8, "all that follow a surprise"
    pages = [(attention.wants_page(), attention.glances) for _ in range(6_400)]
    assert sum(looked for looked, _ in pages) in range(98, 103)
    assert sum(glanced for _, glanced in pages) in range(798, 803)
    attention.raise_()
    assert attention.wants_page(), "between two of them, too"
