from scrapy_bt.core.language.parser import parse
from scrapy_bt.core.tree.givers import behind_givers, needed_names, reads_page
from scrapy_bt.core.tree.nodes import Call
from scrapy_bt.core.tree.notation import one_line

TREE = """
key    :: data css "{where}" { from = part }
rows   :: item each css "li" { name = css "b"  key = :key  site = site }
fixed  :: item { when = now }
detail :: and (site, link) {
    early = css "h1"
    kind = "lamp"
    visit "{link}"
    where = css "i"
    while part = css "div" all {
        :rows
        where = css "late"
        :fixed
    }
    found = css "script" as json
    price = found.offers.price | early
    count = count + 1
    item { price = price  kind = kind  count = count }
}
main :: and { :detail("https://a.test/", "https://b.test/") }
"""
DOCUMENT = parse(TREE)


def _given(name: str, *given: str) -> tuple[str, frozenset[str]]:
    statements, unknown = behind_givers(DOCUMENT, DOCUMENT.declarations[name], given, (Call("it"),))
    return " ".join(map(one_line, statements)), unknown


def test_a_node_needs_what_it_and_the_data_in_its_fields_read() -> None:
    assert needed_names(DOCUMENT, DOCUMENT.declarations["rows"]) == {"site", "where", "part"}


def test_what_is_taken_before_a_node_from_its_page_is_taken_before_it() -> None:
    assert _given("rows") == (
        'serial { where = css "i" } while part = css "div" all { serial { :it } }',
        frozenset({"site"}),
    )
    assert _given("rows", "where", "site") == ('while part = css "div" all { serial { :it } }', frozenset())


def test_what_was_taken_from_a_page_before_is_not_known() -> None:
    written, unknown = _given("detail/item")
    assert written.split(" :it")[0].split(" serial ") == [
        'serial { kind = "lamp" }',
        '{ found = css "script" as json }',
        "{ price = found.offers.price | early }",
        "{ count = count + 1 }",
    ]
    assert unknown == {"early", "count"}


def test_an_item_may_read_its_page_by_what_stands_before_it() -> None:
    items = ("rows", "fixed", "detail/item")
    assert [reads_page(DOCUMENT, DOCUMENT.declarations[name]) for name in items] == [True, False, True]
