from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlencode

import pytest

from scrapy_bt.core.inference.findings import Loop
from scrapy_bt.core.inference.origins.codings import encode
from scrapy_bt.core.inference.sources.alignment import AlignmentSource
from scrapy_bt.core.inference.sources.loops import LoopsSource
from scrapy_bt.core.inference.values import Coded, Constant, Each, Extraction, Joined, Taken, Value
from scrapy_bt.core.samples.parameters import Key
from scrapy_bt.core.samples.traffic import Exchange
from tests.recordings import ask, infer, record


def loops(*recordings: list[Exchange]) -> list[Loop]:
    return infer([record(*each) for each in recordings], AlignmentSource(), LoopsSource()).findings(Loop)


def rows(number: int) -> str:
    return (
        '<ul class="rows">'
        + "".join(
            f'<li class="row"><b class="name">r{number}{place}</b><i class="size">{place}{number}</i></li>'
            for place in "abc"
        )
        + "</ul>"
    )


def page(number: int, *, last: int = 9) -> Exchange:
    before = f'<li class="previous"><a href="/list/{number - 1}/">back</a></li>' if number > 1 else ""
    after = f'<li class="next"><a href="/list/{number + 1}/">on</a></li>' if number < last else ""
    return ask(f"/list/{number}/", f"{rows(number)}<ol>{before}{after}</ol>")


NEXT = Extraction("css", "li.next a::attr(href)")


def test_links_to_the_next_page() -> None:
    assert loops([page(1), page(2)], [page(1), page(2), page(3)]) == [Loop(0, (1, 2), "link", None, Taken(0, NEXT))]


def test_two_pages_need_a_link_that_says_so() -> None:
    plain = [ask("/a/", "<p class='x'>1</p><a href='/b/'>b</a>"), ask("/b/", "<p class='x'>2</p><a href='/a/'>a</a>")]
    assert loops(plain, plain) == []


def test_the_link_behind_the_number_of_this_page() -> None:
    def numbered(number: int) -> Exchange:
        links = "".join(
            f'<b class="here">{n}</b> ' if n == number else f'<a href="?p={n}">{n}</a> ' for n in range(1, 6)
        ).replace("here", "this-page")
        return ask(
            f"/list?p={number}", f'{rows(number)}<p class="paginator">{links}<a class="all" href="?all=">all</a></p>'
        )

    (found,) = loops([numbered(2), numbered(3)])
    assert (found.kind, found.next) == ("link", Taken(0, Extraction("css", "b.this-page + a:not([class])::attr(href)")))


def test_going_back_to_a_page_is_part_of_the_loop() -> None:
    detail = ask("/item/5", "<h1>5</h1><table><tr><td>x</td></tr></table>")
    assert loops([page(1), page(2), detail, page(2)])[0].repeats == (1, 3)


def test_the_first_page_may_come_by_another_request() -> None:
    login = ask("/login", page(1).answer.body.decode(), form={"user": "a"}, lands="https://shop.test/list/1/")  # type: ignore[union-attr]
    (found,) = loops([login, page(2), page(3)])
    assert (found.step, found.repeats, found.entry) == (1, (2,), 0)


def test_json_pages_that_name_the_next() -> None:
    def answer(number: int) -> dict[str, object]:
        return {"items": [{"id": number}], "next": f"/api?page={number + 1}"}

    (found,) = loops([ask(f"/api?page={number}", answer(number)) for number in (1, 2, 3)])
    assert (found.kind, found.key, found.next) == ("link", None, Taken(0, Extraction("json", "next")))


def test_cursors() -> None:
    first = ask("/api", {"items": [{"id": 1}], "next": "MjA6MDgy"})
    second = ask("/api?cursor=MjA6MDgy", {"items": [{"id": 2}], "next": "NDA6MTI1"})
    third = ask("/api?cursor=NDA6MTI1", {"items": [{"id": 3}], "next": None})
    (found,) = loops([first, second, third], [first, second])
    assert found == Loop(0, (1, 2), "cursor", Key("query", "cursor"), Taken(0, Extraction("json", "next")))


def test_counters_and_offsets() -> None:
    def asked(name: str, number: int) -> Exchange:
        return ask(f"/api?{name}={number}", {"items": [{"id": number, "name": "x"}]})

    (found,) = loops([asked("page", number) for number in (1, 2, 3)])
    assert (found.kind, found.key, found.by, found.next) == ("counter", Key("query", "page"), 1, Each(0))
    assert found.until == Extraction("json", "items")
    (found,) = loops([ask("/api", {"items": [{"id": 0, "name": "x"}]}), asked("offset", 20), asked("offset", 40)])
    assert (found.key, found.by) == (Key("query", "offset"), 20)


def test_a_counter_within_a_text() -> None:
    exchanges = [ask("/list", rows(number), form={"turn": f"Page${number}", "sort": "name"}) for number in (2, 3)]
    (found,) = loops(exchanges)
    assert found.next == Joined((Constant("Page$"), Each(0)))


def form(number: int, *, last: int = 5) -> str:
    button = """<a class="next" href="javascript:post('Page$Next')">on</a>""" if number < last else ""
    return f'<form><input name="state" value="st4te-{number}-x9Qz{number}">{rows(number)}</form>{button}'


def test_forms_that_are_sent_again_with_what_the_page_held() -> None:
    exchanges = [ask("/grid", form(1))] + [
        ask("/grid", form(number, last=3), form={"state": f"st4te-{number - 1}-x9Qz{number - 1}", "turn": "Page$Next"})
        for number in (2, 3)
    ]
    (found,) = loops(exchanges)
    assert (found.step, found.repeats, found.kind, found.entry) == (1, (2,), "cursor", 0)
    assert (found.key, found.next) == (Key("form", "turn"), Constant("Page$Next"))
    assert found.until == Extraction("css", "a.next::attr(href)")


def test_forms_whose_number_says_which_page_is_meant() -> None:
    def turned(number: int) -> Exchange:
        state = f'<input name="state" value="state-of-page-{number}-x9Qz{number}">'
        sent = {"state": f"state-of-page-{number - 1}-x9Qz{number - 1}", "turn": f"Page${number}"}
        return ask("/grid", f"<form>{state}{rows(number)}</form>", form=sent if number > 1 else None)

    (found,) = loops([turned(number) for number in (1, 2, 3)])
    assert (found.step, found.repeats, found.kind, found.entry) == (1, (2,), "counter", 0)
    assert (found.key, found.next) == (Key("form", "turn"), Joined((Constant("Page$"), Each(1))))


def test_a_form_without_a_button_goes_on_with_its_state() -> None:
    exchanges = [ask("/grid", form(1, last=1))] + [
        ask("/grid", form(number, last=1), form={"state": f"st4te-{number - 1}-x9Qz{number - 1}"}) for number in (2, 3)
    ]
    (found,) = loops(exchanges)
    assert (found.key, found.until) == (Key("form", "state"), None)
    assert found.next == Taken(1, Extraction("css", "input[name=state]::attr(value)"))


def test_what_was_searched_for_is_no_cursor() -> None:
    def search(number: int) -> Exchange:
        return ask(f"/find?q=lantern&page={number}", f'<input name="q" value="lantern">{rows(number)}')

    (found,) = loops([search(1), search(2), search(3)])
    assert (found.kind, found.key) == ("counter", Key("query", "page"))


def test_details_of_a_list_are_no_pages() -> None:
    links = "".join(f'<p class="row"><a href="/item/{number}">{number}</a></p>' for number in range(1, 6))
    details = [ask(f"/item/{number}", rows(number)) for number in (1, 2, 3)]
    assert loops([ask("/list", links), *details]) == []


def test_other_lists_of_the_same_look_may_come_before() -> None:
    def found(word: str, number: int) -> Exchange:
        others = "".join(f' <a href="?q={word}&amp;p={other}">{other}</a>' for other in range(number + 1, 5))
        query = f"?q={word}" + (f"&p={number}" if number > 1 else "")
        pager = f'<p class="pager"><span class="current">{number}</span>{others}</p>'
        return ask(f"/books/{query}", f"{rows(number)}{pager}")

    before = [ask(path, f'{rows(0)}<p class="pager"><span>1</span></p>') for path in ("/people/", "/books/")]
    (loop,) = loops([*before, found("a", 1), found("a", 2)], [*before, found("b", 1), found("b", 2), found("b", 3)])
    assert (loop.step, loop.repeats, loop.kind) == (2, (3, 4), "link")
    assert loop.next == Taken(2, Extraction("css", "span.current + a::attr(href)"))


def test_the_last_page_tells_the_next_one_from_all_in_one() -> None:
    def found(number: int, last: int = 3) -> Exchange:
        def link(other: int) -> str:
            if other == number:
                return f'<span class="current">{other}</span>'
            return f'<a href="?p={other}"{" class=end" if other == last else ""}>{other}</a>'

        pager = " ".join(map(link, range(1, last + 1)))
        return ask(f"/books?p={number}", f'{rows(number)}<p>{pager} <a href="?all=1" class="showall">all</a></p>')

    (loop,) = loops([found(1), found(2), found(3)], [found(1), found(2)])
    assert loop.next == Taken(0, Extraction("css", "span.current + a:not(.showall)::attr(href)"))


CURSORS = ("q8Zr2Lw0Xk5V", "m4Tc9Yh1Ds7G", "h7Jb3Nf6Wq2K")


def api(make: Callable[[str], str], *, count: int = 3) -> list[Exchange]:
    """Pages of an API that give each a cursor, from which the request for the next is made."""
    sent = [None, *map(make, CURSORS)]
    return [
        ask("/api" + (f"?{urlencode({'after': after})}" if after else ""), {"rows": [{"n": after}], "next": cursor})
        for after, cursor in zip(sent[:count], CURSORS, strict=False)
    ]


@pytest.mark.parametrize(
    ("make", "following"),
    [
        (lambda cursor: cursor, Taken(0, Extraction("json", "next"))),
        (lambda cursor: encode(cursor, "base64"), Coded(Taken(0, Extraction("json", "next")), "base64")),
        (
            lambda cursor: f"from:{cursor}",
            Joined((Constant("from:"), Taken(0, Extraction("json", "next")))),
        ),
    ],
)
def test_cursors_that_are_coded_or_joined(make: Callable[[str], str], following: Value) -> None:
    (found,) = loops(api(make), api(make))
    assert (found.kind, found.key, found.next) == ("cursor", Key("query", "after"), following)


def test_what_looks_like_a_code_of_a_short_piece_is_none() -> None:
    pages = [ask("/api", {"rows": [1], "next": "ab"}), ask("/api?after=6162", {"rows": [2], "next": "cd"})]
    assert loops(pages, pages) == []
