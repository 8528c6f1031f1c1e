"""From what is kept of a spider to proposals."""

import pytest

from scrapy_bt.core.healing.perception.fieldwatch import FieldWatch
from scrapy_bt.core.healing.perception.observations import Observation
from scrapy_bt.core.healing.proposals import State
from scrapy_bt.core.tree.nodes import Source
from scrapy_bt.crawl.healing.proposing import digest_of_place, file_proposals, path_of, path_of_json, source_of
from scrapy_bt.storage.healing import HealingStore
from tests.redesigns import OLD


@pytest.mark.parametrize(
    ("field", "selector", "source"),
    [
        ("css h1::text", "h1::text", Source("css", ("h1::text",))),
        ("title", 'xpath "//h1" as text', Source("xpath", ("//h1",), kind="text")),
        ("title", 'css "h1 {name}"', None),
        ("re x", "x", None),
        ("xpath //p[@id=$id]", "//p[@id=$id]", None),
        ("xpath //a:entry", "//a:entry", None),
        ("xpath shop:best(//p)", "shop:best(//p)", None),
        ("title", "((", None),
    ],
)
def test_only_css_and_xpath_without_placeholders_are_healed(field, selector, source):
    assert source_of(Observation("parse", field, selector, 1)) == source


@pytest.mark.parametrize(
    ("field", "selector", "path"),
    [
        ("jmespath a.b", "a.b", "a.b"),
        ("title", 'json "a.b" as text', "a.b"),
        ("title", 'css "a.b"', ""),
        ("re x", "x", ""),
    ],
)
def test_paths_into_json_are_told_from_other_selectors(field, selector, path):
    assert path_of_json(Observation("parse", field, selector, 1)) == path


def test_files_of_places(tmp_path):
    file = tmp_path / "shop.py"
    file.write_text("a")
    assert path_of(f"{file}:12") == file
    assert (len(digest_of_place(f"{file}:12")), digest_of_place("nowhere.py:1")) == (64, "")


def test_a_spider_of_which_nothing_has_changed_has_no_proposals(tmp_path):
    store = HealingStore(tmp_path / "healing.db")
    assert list(file_proposals(store, "shop")) == []
    store.close()


def test_what_a_selector_has_become_elsewhere_is_tried_too(tmp_path):
    store = HealingStore(tmp_path / "healing.db")
    seen = (Observation("parse", "css h1.headline", "h1.headline", 1, 0, ("Storm over the bay",), "news.py:3"),)
    today = '<html><body><div class=top><h1 aria-label="Market opens late"></h1></div><p>Read on</p></body></html>'
    for spider in ("news", "more"):
        watch = FieldWatch("parse", "css h1.headline")
        for number in range(50):
            watch.note(seen[0]._replace(found=int(number < 40), missing=int(number >= 40)))
        store.save(spider, [(watch, 40, 10)])
        store.add_page(spider, "parse", state="good", url="https://a.test/1", status=200, markup=OLD, seen=seen)
        store.add_page(spider, "parse", state="failing", url="https://a.test/2", status=200, markup=today, seen=())
    own = "h1::attr(aria-label)"
    (first,) = file_proposals(store, "news")
    assert own not in [choice.selector for choice in first.proposal.choices]
    store.proposals.decide(first.id, State.ACCEPTED, selector=own)
    (second,) = file_proposals(store, "more")
    assert {choice.selector: choice.probability for choice in second.proposal.choices}[own] == 0.75
    store.close()


def test_what_was_written_is_proposed_again_only_when_a_crawl_has_used_the_old_selector_since(tmp_path):
    store = HealingStore(tmp_path / "healing.db")
    old, new = "<h1 class=name>{0}</h1><b class=cost>{1}</b>", "<h2 class=ttl>{0}</h2><i class=now>{1}</i>"
    names = ("css h1.name", "css b.cost")

    def crawl() -> None:
        watches = [FieldWatch("parse", name) for name in names]
        for watch in watches:
            for number in range(50):
                value = (f"Lamp {number}",) if watch.field == names[0] else (f"{number}.50",)
                found = number < 40
                one = Observation("parse", watch.field, watch.field[4:], int(found), int(not found), value, "shop.py:3")
                watch.note(one)
        store.save("shop", [(watch, 40, 10) for watch in watches])

    crawl()
    seen = (
        Observation("parse", names[0], "h1.name", 1, 0, ("Lamp 7",), "shop.py:3"),
        Observation("parse", names[1], "b.cost", 1, 0, ("7.50",), "shop.py:4"),
    )
    page = "<html><body><main>{}</main><p>Read on</p></body></html>"
    markup = page.format(old.format("Lamp 7", "7.50"))
    store.add_page("shop", "parse", state="good", url="https://a.test/7", status=200, markup=markup, seen=seen)
    markup = page.format(new.format("Lamp 9", "9.50"))
    store.add_page("shop", "parse", state="failing", url="https://a.test/9", status=200, markup=markup, seen=())
    first, second = file_proposals(store, "shop")
    accepted = store.proposals.decide(first.id, State.ACCEPTED, selector="h2.ttl")
    store.forget_field("shop", "parse", names[0])
    store.proposals.note_edit(accepted, State.ACCEPTED, selector="h2.ttl", digest="", written=True)
    assert [one.proposal.field for one in file_proposals(store, "shop")] == [second.proposal.field]
    crawl()  # with the old selector: somebody has put it back
    assert {one.proposal.field for one in file_proposals(store, "shop")} == {*names}
    store.close()


@pytest.mark.parametrize(
    ("field", "within"), [("xpath //p[@id=$id]", ""), ("xpath ./i", "//*[@id=$id]"), ("xpath //p[best(.)]", "")]
)
def test_a_selector_that_needs_more_than_a_page_does_not_keep_others_from_being_healed(tmp_path, field, within):
    store = HealingStore(tmp_path / "healing.db")
    seen = [
        Observation("parse", "css h1.headline", "h1.headline", 1, 0, ("Storm over the bay",), "news.py:3"),
        Observation("parse", field, field.partition(" ")[2], 1, 0, ("One",), "news.py:4", within),
    ]
    for one in seen:
        watch = FieldWatch("parse", one.field)
        for number in range(50):
            watch.note(one._replace(found=int(number < 40), missing=int(number >= 40)))
        store.save("news", [(watch, 40, 10)])
    today = "<html><body><div class=top><h2 class=lead>Market opens late</h2></div><p>Read on</p></body></html>"
    store.add_page("news", "parse", state="good", url="https://a.test/1", status=200, markup=OLD, seen=seen)
    store.add_page("news", "parse", state="failing", url="https://a.test/2", status=200, markup=today, seen=())
    assert [(one.proposal.field, bool(one.selector)) for one in file_proposals(store, "news")] == [
        ("css h1.headline", True)
    ]
    store.close()
