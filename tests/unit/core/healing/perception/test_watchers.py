"""The watch over a crawl: which pages count, and which are kept."""

import pytest

from scrapy_bt.core.healing.perception.observations import Observation
from scrapy_bt.core.healing.perception.owntexts import Own
from scrapy_bt.core.healing.perception.pagekinds import PageKind
from scrapy_bt.core.healing.perception.watchers import Keep, Watcher


def page(number, *, title=True, price=True):
    rows = (("title", title, f"Thing {number}"), ("price", price, f"{number}.50 €"))
    return [
        Observation("product", name, name, int(there), int(not there), (value,) * there) for name, there, value in rows
    ]


class Site:
    """Counts how often it is looked what kind a page is of."""

    def __init__(self):
        self.watcher = Watcher(samples=4)
        self.looked = 0

    def visit(self, observations, kind=PageKind.CONTENT):
        def look(_is_odd):
            self.looked += 1
            return kind

        (finding,) = self.watcher.note(observations, look)
        return finding


def test_what_is_new_is_learned_from_more_pages_than_what_is_known():
    before = Site()
    for number in range(40):
        before.visit([one._replace(signs=frozenset({3})) for one in page(number)])
    looked = {}
    for name, seen in (("known", page(7)), ("mended", [page(7)[0], page(7)[1]._replace(field="cost")])):
        now = Site()
        for (_, field), watch in before.watcher.fields.items():
            now.watcher.restore(Observation("product", field, watch.selector, 0), watch.plain())
        looked[name] = 0
        for _ in range(200):
            if now.watcher.attention.wants_page():
                looked[name] += 1
                now.visit(seen)
    assert looked["known"] < 24
    assert looked["mended"] >= 128


def test_the_first_page_of_each_crawl_is_kept_as_it_is_what_the_next_one_begins_with():
    before, now = Site(), Site()
    for number in range(40):
        before.visit(page(number))
    for (_, field), watch in before.watcher.fields.items():
        now.watcher.restore(Observation("product", field, watch.selector, 0), watch.plain())
    assert [now.visit(page(number)).keep for number in range(3)] == [Keep.GOOD, None, None]


def test_a_redesign_is_noticed_and_its_pages_are_kept():
    site = Site()
    good = [site.visit(page(n)) for n in range(200)]
    assert [n for n, one in enumerate(good, 1) if one.keep] == [1, 2, 4, 8, 16, 32, 64, 128]
    assert site.looked == 32
    after = [site.visit(page(n, title=False)) for n in range(20)]
    (alarm,) = [alarm for one in after for alarm in one.alarms]
    assert (alarm.field, alarm.view, alarm.now, alarm.share) == ("title", "found", "none", 1.0)
    assert next(n for n, one in enumerate(after, 1) if one.alarms) <= 8
    assert {one.keep for one in after} == {Keep.FAILING, None}
    assert site.looked < 42  # once it is known, nobody looks any more


def test_what_still_comes_as_before_is_not_kept_as_a_page_of_today():
    site = Site()
    for n in range(60):
        site.visit(page(n))
    after = [site.visit(page(n, title=n % 4 == 3)).keep for n in range(30)]
    assert Keep.FAILING not in after[3::4]
    assert Keep.FAILING in after[20:]


def test_pages_of_another_kind_count_for_nothing():
    site = Site()
    for n in range(100):
        site.visit(page(n))
    learned = site.watcher.fields["product", "title"].copy()
    for kind in (PageKind.LOGIN, PageKind.CAPTCHA, PageKind.CONSENT, PageKind.EMPTY_RESULT, PageKind.ERROR):
        for n in range(30):
            finding = site.visit(page(n, title=False, price=False), kind)
            assert (finding.kind, finding.keep, finding.alarms) == (kind, None, ())
    assert site.watcher.fields["product", "title"].plain() == learned.plain()
    assert site.watcher.nodes["product"].kinds["login"] == 30


def test_they_do_not_while_it_is_learned_what_is_usual_either():
    site = Site()
    for n in range(60):
        site.visit(page(n, title=False), PageKind.LOGIN if n % 2 else PageKind.CONTENT)
    assert site.watcher.nodes["product"].pages == 30


@pytest.mark.parametrize("own", [Own(20, 20), Own(300, 20)])
def test_pages_that_say_hardly_anything_of_their_own_count_for_nothing_also_in_the_next_crawl(own):
    site = Site()
    for n in range(40):
        site.watcher.note(page(n), lambda _: PageKind.CONTENT, lambda _: Own(300, 290))
    next_day = Watcher()
    for watch in site.watcher.fields.values():
        next_day.restore(Observation(watch.node, watch.field, watch.selector, 0), watch.plain())
    for watcher in (site.watcher, next_day):
        for n in range(30):
            seen = page(n, title=False, price=False)
            (finding,) = watcher.note(seen, lambda _: PageKind.CONTENT, lambda _: own)
            assert (finding.kind, finding.keep, finding.alarms) == (PageKind.SAME, None, ())
        assert watcher.finish() == []
    assert next_day.without_content["product"].kinds == {"same everywhere": 30}
    after = [next_day.note(seen, lambda _: PageKind.CONTENT, lambda _: Own(250, 200)) for _ in range(20)]
    assert any(finding.alarms for (finding,) in after)


def test_how_much_pages_say_of_their_own_is_measured_of_the_first_ones():
    site, measured = Site(), []
    for n in range(100):
        site.watcher.note(page(n), lambda _: PageKind.CONTENT, lambda node: measured.append(node) or Own(9, 9))
    assert measured == ["product"] * 8


def test_a_healthy_site_gives_no_alarm():
    site = Site()
    for n in range(10_000):
        assert not site.visit(page(n, price=n % 7 != 0 and n % 11 != 0)).alarms, n


def test_another_crawl_goes_on_with_what_was_learned():
    site, next_day = Site(), Site()
    for n in range(100):
        site.visit(page(n))
    for watch in site.watcher.fields.values():
        next_day.watcher.restore(Observation(watch.node, watch.field, watch.selector, 0), watch.plain())
    assert any(next_day.visit(page(n, price=False)).alarms for n in range(8))


def test_fields_are_bounded():
    site = Site()
    site.watcher.note([Observation("n", str(number), "", 1) for number in range(5_000)], lambda _: PageKind.CONTENT)
    assert len(site.watcher.fields) == 2_000


def test_a_page_that_was_read_but_does_not_count_may_surprise():
    site = Site()
    for n in range(200):
        site.visit(page(n))
    learned = site.watcher.fields["product", "title"].plain()
    site.watcher.look_over(page(1))
    assert not site.watcher.attention.is_raised
    site.watcher.look_over(page(1, title=False))
    assert site.watcher.attention.is_raised
    assert site.watcher.fields["product", "title"].plain() == learned


def learned(pages):
    before = Watcher()
    for observations in pages:
        before.note(observations, lambda _: PageKind.CONTENT)
    now = Watcher()
    for watch in before.fields.values():
        now.restore(Observation(watch.node, watch.field, watch.selector, 0), watch.plain())
    return now


@pytest.mark.parametrize("count", [1, 30])
def test_a_crawl_that_ends_with_its_first_page_and_without_an_item_tells_what_is_lost(count):
    crawl = learned(page(n) for n in range(count))
    (finding,) = crawl.note(page(0, title=False, price=False), lambda _: PageKind.CONTENT)
    assert (finding.keep, finding.alarms) == (Keep.FAILING, ())
    assert [(one.field, one.view, one.now, one.share) for one in crawl.finish()] == [
        ("title", "found", "none", 1.0),
        ("price", "found", "none", 1.0),
    ]
    assert crawl.finish() == []  # it is told once
    title = crawl.fields["product", "title"]
    assert title.has_changed
    title.restore(title.plain())
    (alarm,) = [one for one in title.note(page(1)[0]) if one.over]
    assert (alarm.view, title.has_changed) == ("found", False)


def test_what_was_not_on_all_pages_before_or_is_on_one_now_tells_nothing_at_the_end():
    for pages, now in (
        ([page(n, title=n % 5 > 0, price=n % 5 > 0) for n in range(40)], [page(0, title=False, price=False)]),
        ([page(n) for n in range(40)], [page(0, title=False, price=False), page(1, title=False)]),
        ([page(n) for n in range(40)], []),
    ):
        crawl = learned(pages)
        for observations in now:
            crawl.note(observations, lambda _: PageKind.CONTENT)
        assert crawl.finish() == []
    crawl = learned([page(n) for n in range(40)])
    crawl.note(page(0, title=False, price=False), lambda _: PageKind.CAPTCHA)
    assert crawl.finish() == []


def lost_after(known, *, most=200):
    """How many pages of the next crawl it takes to tell that the title is gone, where few were known."""
    crawl = learned(page(n) for n in range(known))
    for n in range(most):
        assert crawl.attention.wants_page(), n
        (finding,) = crawl.note(page(n, title=False), lambda _: PageKind.CONTENT)
        if finding.alarms:
            assert [(one.field, one.view, one.now, one.share) for one in finding.alarms] == [
                ("title", "found", "none", 1.0)
            ]
            assert finding.keep is Keep.FAILING
            return n + 1, crawl
    return None, crawl


@pytest.mark.parametrize(("known", "count"), [(3, 180), (8, 17), (12, 11), (16, 9), (23, 7)])
def test_a_small_site_that_was_not_learned_yet_tells_what_is_lost_as_soon_as_chance_does_not(known, count):
    told, crawl = lost_after(known)
    assert told == count
    title = crawl.fields["product", "title"]
    (finding,) = crawl.note(page(0, title=False), lambda _: PageKind.CONTENT)
    assert not finding.alarms  # it is told once
    title.restore(title.plain())
    assert title.has_changed  # and what is gone was not learned as usual


def test_of_fewer_pages_nothing_is_told_nor_where_one_of_them_has_it():
    assert lost_after(11, most=11)[0] is None
    crawl = learned(page(n) for n in range(12))
    for n in range(20):
        (finding,) = crawl.note(page(n, title=n == 0), lambda _: PageKind.CONTENT)
        assert not finding.alarms


def test_where_few_pages_are_known_a_page_without_what_they_all_had_is_strange_until_one_has_it():
    for known in (5, 8):
        crawl = learned(page(n) for n in range(known))
        title, missing = crawl.fields["product", "title"], page(0, title=False)[0]
        assert title.is_strange(missing)
        for n in range(known):
            crawl.note(page(n, title=False), lambda _: PageKind.CONTENT)
            assert title.is_strange(missing), n
        crawl.note(page(1), lambda _: PageKind.CONTENT)
        assert not title.is_strange(missing)
    assert not learned([page(0, title=False)]).fields["product", "title"].is_strange(page(0, title=False)[0])
