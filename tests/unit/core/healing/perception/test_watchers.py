"""The watch over a crawl: which pages count, and which are kept."""

from scrapy_bt.core.healing.perception.fieldwatch import Sighting
from scrapy_bt.core.healing.perception.pagekinds import PageKind
from scrapy_bt.core.healing.perception.watchers import Keep, Watcher


def page(number, *, title=True, price=True):
    rows = (("title", title, f"Thing {number}"), ("price", price, f"{number}.50 €"))
    return [
        Sighting("product", name, name, int(there), int(not there), (value,) * there) for name, there, value in rows
    ]


class Site:
    """Counts how often it is looked what kind a page is of."""

    def __init__(self):
        self.watcher = Watcher(samples=4)
        self.looked = 0

    def visit(self, sightings, kind=PageKind.CONTENT):
        def look():
            self.looked += 1
            return kind

        (finding,) = self.watcher.note(sightings, look)
        return finding


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


def test_a_healthy_site_gives_no_alarm():
    site = Site()
    for n in range(10_000):
        assert not site.visit(page(n, price=n % 7 != 0 and n % 11 != 0)).alarms, n


def test_another_crawl_goes_on_with_what_was_learned():
    site, next_day = Site(), Site()
    for n in range(100):
        site.visit(page(n))
    for watch in site.watcher.fields.values():
        next_day.watcher.restore(Sighting(watch.node, watch.field, watch.selector, 0), watch.plain())
    assert any(next_day.visit(page(n, price=False)).alarms for n in range(8))


def test_fields_are_bounded():
    site = Site()
    site.watcher.note([Sighting("n", str(number), "", 1) for number in range(5_000)], lambda: PageKind.CONTENT)
    assert len(site.watcher.fields) == 2_000


def test_a_quarter_of_the_pages_is_enough_as_long_as_nothing_is_the_matter():
    site = Site()
    looked = 0
    for n in range(1_000):
        if site.watcher.wants_page():
            looked += 1
            site.visit(page(n))
    assert 128 + 200 <= looked <= 128 + 240
    delays = 0
    while True:
        delays += 1
        if site.watcher.wants_page() and site.visit(page(delays, title=False)).alarms:
            break
    assert delays <= 20
