from __future__ import annotations

from scrapy_bt.core.inference.answers.values import Extraction
from scrapy_bt.core.inference.findings import ListOf, Loop
from scrapy_bt.core.inference.sources.alignment import AlignmentSource
from scrapy_bt.core.inference.sources.lists import ListsSource
from scrapy_bt.core.inference.sources.loops import LoopsSource
from scrapy_bt.core.samples.parameters import Key
from scrapy_bt.core.samples.traffic import Exchange
from tests.recordings import ask, infer, record


def lists(*recordings: list[Exchange]) -> list[ListOf]:
    known = infer([record(*each) for each in recordings], AlignmentSource(), LoopsSource(), ListsSource())
    return known.findings(ListOf)


def page(number: int) -> Exchange:
    rows = "".join(f'<li class="row"><a href="/item/{number}{place}">{place}</a></li>' for place in range(1, 6))
    return ask(f"/list?page={number}", f'<ul>{rows}</ul><a rel="next" href="/list?page={number + 1}">on</a>')


def detail(key: str) -> Exchange:
    return ask(f"/item/{key}", f'<h1 class="name">{key}</h1><p class="price">{key}</p>')


LINKS = Extraction("css", "li.row a::attr(href)", all=True)


def test_a_list_leads_to_details() -> None:
    assert lists([page(1), detail("12"), detail("14")], [page(1), detail("13")]) == [ListOf(0, 1, None, LINKS, (2,))]


def test_the_pages_of_a_loop_are_one_list() -> None:
    found = lists([page(1), detail("12"), page(2), detail("21"), detail("25"), page(1)])
    assert found == [ListOf(0, 1, None, LINKS, (3, 4))]


def test_the_first_page_that_another_request_gave_belongs_to_the_loop() -> None:
    login = ask("/login", page(1).answer.body.decode(), form={"user": "a"}, lands="https://shop.test/list?page=1")  # type: ignore[union-attr]
    exchanges = [login, detail("12"), page(2), page(3), detail("33")]
    known = infer([record(*exchanges)], AlignmentSource(), LoopsSource(), ListsSource())
    assert [(loop.step, loop.entry) for loop in known.findings(Loop)] == [(2, 0)]
    assert [(found.step, found.detail, found.repeats) for found in known.findings(ListOf)] == [(2, 4, (1,))]


def test_whoever_opens_one_may_want_just_this_one() -> None:
    assert lists([page(1), detail("12")], [page(1), detail("13")]) == []


def test_whoever_turns_to_different_pages_and_opens_one_there_shows_the_list() -> None:
    turned = [page(1), page(2), detail("22")], [page(1), page(2), page(3), detail("35")]
    assert [(found.step, found.detail, found.each) for found in lists(*turned)] == [(0, 2, LINKS)]
    again = [page(1), page(2), detail("22")], [page(1), page(2), detail("25")]
    assert lists(*again) == []
    same = [page(1), page(2), detail("22")], [page(1), page(2), page(3), page(2), detail("22")]
    assert lists(*same) == []


def test_what_a_page_opens_by_itself_is_from_no_list_that_was_chosen() -> None:
    def rows(*numbers: int, **chosen: str) -> Exchange:
        asked = "&".join(f"{name}={text}" for name, text in chosen.items())
        return ask(f"/api/items?{asked}", {"items": [{"id": number, "name": "x"} for number in numbers]})

    def opened(number: int) -> Exchange:
        return ask(f"/api/items/{number}", {"id": number, "name": "x", "stock": 3})

    def found(word: str, first: int, *turned: Exchange) -> list[Exchange]:
        ids = [first + place for place in range(5)]
        return [rows(1, 2, 3), opened(1), rows(*ids, q=word), *turned, opened(first + 1), opened(first + 3)]

    (own,) = lists(found("a", 10), found("b", 20))
    assert (own.step, own.detail, own.repeats) == (2, 3, (4,))
    # A page that only one recording turns to is none of those that are asked for alike in all of them.
    (own,) = lists(found("a", 10), found("b", 20, rows(21, 23, 25, q="b", page="2")))
    assert (own.detail, own.repeats) == (3, (4,))


def test_json_lists_give_the_keys_of_details() -> None:
    rows = ask("/api/items", {"items": [{"id": number, "name": "x"} for number in (5, 7, 9)]})
    details = [ask(f"/api/items/{number}", {"id": number, "name": "x", "stock": 3}) for number in (5, 9)]
    assert lists([rows, *details]) == [ListOf(0, 1, Key("path", "2"), Extraction("json", "items[].id", all=True), (2,))]


def test_pages_that_nobody_lists() -> None:
    assert lists([ask("/"), detail("1"), detail("2")]) == []


def test_details_may_go_on_over_pages() -> None:
    def part(key: str, number: int) -> Exchange:
        posts = "".join(f'<p class="post">{key} {number} {place}</p>' for place in range(3))
        link = f'<a class="next" href="/item/{key}?page={number + 1}">Next</a>' if number < 2 else ""
        frame = f"<header><b>Forum</b></header><main><h1>{key}</h1>{posts}{link}</main>"
        return ask(f"/item/{key}" + (f"?page={number}" if number > 1 else ""), frame)

    exchanges = [page(1), part("12", 1), part("12", 2), part("14", 1), part("15", 1), part("15", 2)]
    known = infer([record(*exchanges)], AlignmentSource(), LoopsSource(), ListsSource())
    (loop,) = known.findings(Loop)
    assert (loop.step, set(loop.repeats) & {1, 2, 5}, loop.kind) == (1, {2, 5}, "link")
    assert [(found.step, found.detail) for found in known.findings(ListOf)] == [(0, loop.step)]


def test_the_details_of_all_pages_tell_which_links_of_a_row_lead_to_one() -> None:
    def listed(number: int) -> Exchange:
        links = (
            f'<a class="i" href="/{act}/?id={number}{n}">{act}</a>' for n in range(1, 6) for act in ("view", "edit")
        )
        return ask(f"/list?page={number}", f'<ul>{"".join(links)}</ul><a href="/list?page={number + 1}">on</a>')

    def viewed(key: str) -> Exchange:
        return ask(f"/view/?id={key}", f'<h1 class="name">{key}</h1><p class="price">{key}</p>')

    turned = [listed(1), listed(2), viewed("22")], [listed(1), listed(2), listed(3), viewed("35")]
    (found,) = lists(*turned)
    assert found.each == Extraction("css", 'a[href^="/view/?id="]::attr(href)', all=True)


def test_details_that_have_one_address_are_told_by_what_is_sent() -> None:
    def asked(query: str, gives: object, **variables: object) -> Exchange:
        return ask("/graphql", gives, data={"query": query, "variables": variables})

    found = asked("places", {"places": [{"node": {"id": f"p{n}"}} for n in range(4)]}, search="a")
    opened = [asked("place", {"place": {"id": f"p{n}", "note": n}}, id=f"p{n}") for n in (1, 3)]
    (own,) = lists([found, *opened])
    assert (own.step, own.detail, own.repeats, own.key) == (0, 1, (2,), Key("json", "variables.id"))
    assert own.each.text == "places[].node.id"


def test_one_key_is_one_entry_whatever_else_is_asked_of_it() -> None:
    def rows(word: str, limit: int, count: int) -> Exchange:
        held = [{"id": number, "name": f"{word} {number}", "parts": 90 + number} for number in range(count)]
        return ask(f"/api/items?q={word}&limit={limit}", {"total": count, "rows": held}, kind="fetch")

    for words in (("lamp",), ("lamp", "rug")):
        assert lists(*([rows("", 50, 40), rows("", 100, 40), rows(word, 100, 20)] for word in words)) == []
