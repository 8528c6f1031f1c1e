from __future__ import annotations

from scrapy_bt.core.inference.answers.values import Extraction
from scrapy_bt.core.inference.blackboard.workflow import workflow_of
from scrapy_bt.core.inference.sources.alignment import AlignmentSource
from scrapy_bt.core.inference.steps.listing import is_listed, listings, lists_before, parted
from scrapy_bt.core.inference.steps.series import series_of
from scrapy_bt.core.samples.parameters import Key
from scrapy_bt.core.samples.traffic import Exchange
from tests.recordings import answer, ask, infer, record
from tests.waiting import takes_at_most

LIST = '<nav><a href="/help">?</a></nav><ul>' + "".join(
    f'<li class="row"><a href="/item/sku-{number}">Thing {number}</a></li>' for number in range(1, 6)
)


def test_a_page_lists_its_details() -> None:
    own = answer("https://shop.test/list", LIST)
    found = listings(3, own, [ask("/item/sku-2"), ask("/item/sku-4")])
    assert (found[0].step, found[0].key, found[0].count) == (3, None, 5)
    assert found[0].each == Extraction("css", "li.row a::attr(href)", all=True)
    assert listings(3, own, [ask("/item/sku-2"), ask("/item/sku-9")]) == []
    assert listings(3, own, [ask("/help")]) == []


def test_details_far_down_a_very_long_list_are_found() -> None:
    rows = "".join(f'<li class="row"><a href="/item/sku-{number}">Thing {number}</a></li>' for number in range(3_000))
    own = answer("https://shop.test/list", f'<nav><a href="/help">?</a></nav><ul>{rows}</ul>')
    found = listings(3, own, [ask("/item/sku-2"), ask("/item/sku-2999")])
    assert found[0].each == Extraction("css", "li.row a::attr(href)", all=True)
    assert listings(3, own, [ask("/item/sku-2"), ask("/item/sku-9999")]) == []


def test_attributes_list_keys_that_a_script_asks_with_and_a_pagers_are_none() -> None:
    rows = "".join(f'<li class="row" data-key="{number}">Thing {number}</li>' for number in (117, 128, 139))
    own = answer("/items", f"<ul>{rows}</ul><p><b data-page=117>117</b><b data-page=128>128</b></p>")
    details = [ask("/api/117"), ask("/api/128")]
    assert listings(3, own, details) == []
    found = listings(3, own, details, by_attributes=True)
    assert (found[0].key, found[0].each) == (Key("path", "1"), Extraction("css", "li.row::attr(data-key)", all=True))
    assert not any("data-page" in each.each.text for each in found)
    assert listings(3, own, [ask("/api/117"), ask("/api/999")], by_attributes=True) == []


def test_a_key_that_stands_in_very_many_attributes_is_told_by_some() -> None:
    own = answer("/items", f"<ul>{'<li data-key=117>Thing</li>' * 1_500}<li data-key=128>Other</li></ul>")
    with takes_at_most(3):
        found = listings(3, own, [ask("/api/117"), ask("/api/128")], by_attributes=True)
    assert found[0].each == Extraction("css", "li[data-key]::attr(data-key)", all=True)


def test_json_lists_addresses() -> None:
    own = answer("https://shop.test/api", {"rows": [{"url": "/item/a"}, {"url": "/item/b"}]})
    found = listings(0, own, [ask("/item/b")])
    assert (found[0].key, found[0].each) == (None, Extraction("json", "rows[].url", all=True))


def test_details_are_told_from_pages_of_a_series() -> None:
    detail = '<h1 class="title">{0}</h1><p class="price">{0}</p>'
    exchanges = [ask("/list", LIST), *(ask(f"/item/sku-{number}", detail.format(number)) for number in (1, 2))]
    workflow = workflow_of(infer([record(*exchanges)], AlignmentSource()))
    ((series,),) = series_of(workflow)
    assert is_listed(workflow, series)
    assert [step for step, _ in lists_before(workflow, 0, series.pages[1][1])] == [1, 0]


def test_pages_of_one_entry_of_a_list_are_no_details() -> None:
    names = ask("/api", {"jobs": [{"name": name} for name in ("windmill", "quarry", "bridge")]})
    pages = [
        ask("/runs", {"runs": [{"id": f"r{n}"}], "next": f"c{n}"}, data={"job": "quarry", "after": after})
        for n, after in ((1, ""), (2, "c1"))
    ]
    workflow = workflow_of(infer([record(names, *pages)], AlignmentSource()))
    found = [series for group in series_of(workflow) for series in group if series.steps == (1, 2)]
    assert [is_listed(workflow, series) for series in found] == [False]


def test_numbers_of_pages_are_no_entries_though_rows_hold_them() -> None:
    def rows(page: int, order: str) -> Exchange:
        told = [{"name": f"{order}{page}{n}", "maker": {"id": n}} for n in range(5)]
        return ask(f"/api/things?page={page}&sort={order}", told)

    exchanges = [rows(0, "name"), *(rows(page, "price") for page in range(4))]
    workflow = workflow_of(infer([record(*exchanges)], AlignmentSource()))
    assert [(series.steps, is_listed(workflow, series)) for (series,) in series_of(workflow)] == [((1, 2, 3, 4), False)]


def test_entries_that_are_asked_for_in_turn_are_details() -> None:
    def thing(number: int) -> Exchange:
        return ask(f"/api/thing?id={number}", {"name": f"thing {number}", "size": number * 7})

    listed = ask("/api/things", [{"id": number, "name": f"thing {number}"} for number in range(1, 6)])
    workflow = workflow_of(infer([record(listed, *map(thing, (1, 2, 3)))], AlignmentSource()))
    assert [(series.steps, is_listed(workflow, series)) for (series,) in series_of(workflow)] == [((1, 2, 3), True)]


def test_a_series_is_parted_where_a_page_is_listed() -> None:
    detail = '<h1 class="title">{0}</h1><p class="price">{0}</p><a href="?page=2">Next</a>'
    details = [(f"/item/sku-{number}{query}", number) for number in (1, 2) for query in ("", "?page=2")]
    exchanges = [ask("/list", LIST), *(ask(path, detail.format(number)) for path, number in details)]
    workflow = workflow_of(infer([record(*exchanges)], AlignmentSource()))
    ((series,),) = series_of(workflow)
    assert not is_listed(workflow, series)
    assert [part.steps for part in parted(workflow, series)] == [(1, 2), (3, 4)]
    assert parted(workflow, parted(workflow, series)[0]) == []


def test_a_row_may_hold_other_links_beside_the_one_to_its_detail() -> None:
    rows = "".join(
        f'<li><a href="#">+</a><a href="/item/{n}">Thing {n}</a><a href="/item/{n}/edit">edit</a>'
        f'<a href="/maker/{n}">maker</a></li>'
        for n in range(1, 6)
    )
    found = listings(0, answer("https://shop.test/list", f"<ul>{rows}</ul>"), [ask("/item/2"), ask("/item/4")])
    assert found[0].each == Extraction("css", 'a[href^="/item/"]:not([href*=edit])::attr(href)', all=True)
    assert found[0].count == 5


def test_words_before_numbers_tell_links_from_each_other_too() -> None:
    rows = "".join(f'<li><a href="issue{n}">{n}</a> <a href="user{n}">by</a></li>' for n in range(1, 6))
    found = listings(0, answer("https://shop.test/list", f"<ul>{rows}</ul>"), [ask("/issue2"), ask("/issue4")])
    assert found[0].each == Extraction("css", "a[href^=issue]::attr(href)", all=True)


def test_a_list_is_found_however_many_scripts_and_details_lie_between() -> None:
    script = [ask(f"/{n}.js", b"let a", gives={"Content-Type": "text/javascript"}) for n in range(30)]
    details = [ask(f"/item/sku-{n % 5 + 1}?n={n}", f"<h1>{n}</h1>") for n in range(45)]
    recording = record(ask("/list", LIST), *script, *details)
    workflow = workflow_of(infer([recording], AlignmentSource()))
    last = recording.exchanges[-1]
    before = [page for _, page in lists_before(workflow, 0, last)]
    assert before[-1].sent.url.endswith("/list")
    assert not any(page.sent.url.endswith(".js") for page in before)


def test_folders_that_are_spelled_from_their_page_are_told_from_the_files_beside_them() -> None:
    for start in ("./", "", "../lamps/"):
        names = "".join(
            f'<li class="row"><a href="{start}{name}">{name}</a></li>' for name in ("a/", "b/", "c/", "d.jpg")
        )
        own = answer("https://shop.test/lamps/", f'<ul><li class="row"><a href="..">up</a></li>{names}</ul>')
        found = listings(3, own, [ask("/lamps/a/"), ask("/lamps/c/")])
        assert found[0].count == 3
        assert found[0].each.text.endswith('[href$="/"]::attr(href)')
