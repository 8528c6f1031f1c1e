from __future__ import annotations

from dataclasses import replace

from scrapy_bt.core.inference.answers.requests.shapes import values_of
from scrapy_bt.core.inference.answers.values import Constant, Each, Extraction, Joined, Taken
from scrapy_bt.core.inference.findings import Loop, Step, Typed
from scrapy_bt.core.inference.sources.alignment import AlignmentSource
from scrapy_bt.core.inference.sources.loops import LoopsSource
from scrapy_bt.core.samples.parameters import Key
from scrapy_bt.core.samples.traffic import Exchange
from tests.recordings import Known, ask, infer, linked_page, list_page, record


def loops(*recordings: list[Exchange]) -> list[Loop]:
    return infer([record(*each) for each in recordings], AlignmentSource(), LoopsSource()).findings(Loop)


NEXT = Extraction("css", "li.next a::attr(href)")


def test_links_to_the_next_page() -> None:
    assert loops([linked_page(1), linked_page(2)], [linked_page(1), linked_page(2), linked_page(3)]) == [
        Loop(0, (1, 2), "link", None, Taken(0, NEXT))
    ]


def typed(word: str, *parts: tuple[int, str], pages: int = 3, **first: object) -> list[Exchange]:
    """Lists of *parts* of a word, each with the number of its page, and the pages of the whole one."""

    def rows(number: int, text: str, **query: object) -> Exchange:
        told = [{"id": 100 * number + each, "title": f"{text} {number} {each}"} for each in range(4)]
        asked = "".join(f"&{key}={value}" for key, value in query.items())
        return ask(f"/items/walks?limit=4{asked}&search={text}", {"data": told})

    begun = [rows(number, text, sort="id", page=number) for number, text in parts]
    opened = rows(1, word, **(first or {"sort": "id", "page": 1}))
    return [*begun, opened, *(rows(number, word, sort="id", page=number) for number in range(2, pages + 1))]


def test_recordings_may_have_more_and_fewer_lists_of_what_was_typed_so_far_before_the_first_page() -> None:
    slow = typed("quarry", (3, "windmill"), (3, "q"), (1, "quar"))
    for recordings in (
        [typed("windmill", (1, "w"), (1, "windmil")), slow],
        [slow, typed("windmill", (1, "w"), (1, "windmil"))],
        [slow, typed("windmill", pages=2)],
        [slow, typed("windmill", *((1, "windmill"[:end]) for end in range(1, 8)))],
    ):
        (found,) = loops(*recordings)
        asked = [values_of(exchange.sent) for exchange in recordings[0]]
        assert (found.kind, found.key, found.by, found.start) == ("counter", Key("query", "page"), 1, None)
        assert asked[found.step][Key("query", "page")] == "1"
        assert asked[found.step][Key("query", "search")] == asked[-1][Key("query", "search")]


def test_the_first_page_behind_such_lists_may_be_asked_for_without_its_number() -> None:
    slow = [(1, "quarry"[:end]) for end in range(1, 6)]
    (found,) = loops(typed("windmill", (1, "w"), sort="id"), typed("quarry", *slow, sort="id"))
    assert (found.step, found.kind, found.start) == (1, "counter", 1)


def test_a_list_that_is_narrowed_is_no_page_of_what_is_turned_over_then() -> None:
    def rows(page: int, asked: str) -> Exchange:
        told = [{"name": f"{asked}{page}{n}", "town": "Bergen"} for n in range(3)]
        return ask(f"/api/jobs?page={page}{asked}", told)

    own = [
        rows(0, "&sort=id"),
        rows(0, "&sort=id&town=Bergen"),
        *(rows(page, "&sort=pay&town=Bergen") for page in range(3)),
    ]
    (found,) = loops(own)
    assert (found.kind, found.step, found.repeats) == ("counter", 2, (3, 4))


def test_going_back_to_a_page_is_part_of_the_loop() -> None:
    detail = ask("/item/5", "<h1>5</h1><table><tr><td>x</td></tr></table>")
    assert loops([linked_page(1), linked_page(2), detail, linked_page(2)])[0].repeats == (1, 3)


def test_the_first_page_may_come_by_another_request() -> None:
    login = ask("/login", linked_page(1).answer.body.decode(), form={"user": "a"}, lands="https://shop.test/list/1/")  # type: ignore[union-attr]
    (found,) = loops([login, linked_page(2), linked_page(3)])
    assert (found.step, found.repeats, found.entry) == (1, (2,), 0)


def test_cursors() -> None:
    first = ask("/api", {"items": [{"id": 1}], "next": "MjA6MDgy"})
    second = ask("/api?cursor=MjA6MDgy", {"items": [{"id": 2}], "next": "NDA6MTI1"})
    third = ask("/api?cursor=NDA6MTI1", {"items": [{"id": 3}], "next": None})
    (found,) = loops([first, second, third], [first, second])
    assert found == Loop(0, (1, 2), "cursor", Key("query", "cursor"), Taken(0, Extraction("json", "next")))


def test_the_number_of_a_form_says_which_page_is_meant_whatever_else_it_sends_back() -> None:
    def turned(number: int) -> Exchange:
        state = f'<input name="state" value="state-of-page-{number}-x9Qz{number}">'
        sent = {"state": f"state-of-page-{number - 1}-x9Qz{number - 1}", "turn": f"Page${number}"}
        return ask("/grid", f"<form>{state}{list_page(number)}</form>", form=sent if number > 1 else None)

    (found,) = loops([turned(number) for number in (1, 2, 3)])
    assert (found.step, found.repeats, found.kind, found.entry) == (1, (2,), "counter", 0)
    assert (found.key, found.next) == (Key("form", "turn"), Joined((Constant("Page$"), Each(1))))


def test_what_was_searched_for_is_no_cursor() -> None:
    def search(number: int) -> Exchange:
        return ask(f"/find?q=lantern&page={number}", f'<input name="q" value="lantern">{list_page(number)}')

    (found,) = loops([search(1), search(2), search(3)])
    assert (found.kind, found.key) == ("counter", Key("query", "page"))


def test_details_of_a_list_are_no_pages() -> None:
    links = "".join(f'<p class="row"><a href="/item/{number}">{number}</a></p>' for number in range(1, 6))
    details = [ask(f"/item/{number}", list_page(number)) for number in (1, 2, 3)]
    assert loops([ask("/list", links), *details]) == []


def test_other_lists_of_the_same_look_may_come_before() -> None:
    def found(word: str, number: int) -> Exchange:
        others = "".join(f' <a href="?q={word}&amp;p={other}">{other}</a>' for other in range(number + 1, 5))
        query = f"?q={word}" + (f"&p={number}" if number > 1 else "")
        pager = f'<p class="pager"><span class="current">{number}</span>{others}</p>'
        return ask(f"/books/{query}", f"{list_page(number)}{pager}")

    before = [ask(path, f'{list_page(0)}<p class="pager"><span>1</span></p>') for path in ("/people/", "/books/")]
    (loop,) = loops([*before, found("a", 1), found("a", 2)], [*before, found("b", 1), found("b", 2), found("b", 3)])
    assert (loop.step, loop.repeats, loop.kind) == (2, (3, 4), "link")
    assert loop.next == Taken(2, Extraction("css", "span.current + a::attr(href)"))


def test_the_first_page_of_a_series_may_be_redirected_and_have_an_address_of_its_own() -> None:
    hop = ask("/find?q=a", status=302)
    first = replace(ask("/find?q=a", linked_page(1).answer.body.decode(), lands="https://shop.test/found"), hops=(hop,))  # type: ignore[union-attr]
    (found,) = loops([first, linked_page(2), linked_page(3)])
    assert (found.step, found.repeats, found.entry) == (0, (1, 2), None)


def test_what_was_typed_anew_is_no_cursor_of_the_page_before() -> None:
    key = Key("query", "q")
    pages = [ask("/find?q=lantern-light", f'<input name="q" value="footbridge">{list_page(1)}')]
    pages.append(ask("/find?q=footbridge", f'<input name="q" value="harbour-wall">{list_page(2)}'))
    pages.append(ask("/find?q=harbour-wall", list_page(3)))
    assert [(loop.kind, loop.key) for loop in loops(pages)] == [("cursor", key)]
    recordings = [record(*pages)]
    typed = tuple(Typed(step, key, "q", (text,)) for step, text in enumerate(("lantern-light", "footbridge", "x")))
    known = Known(recordings).tell(*(Step(step, (step,)) for step in range(3)), *typed)
    assert infer(recordings, LoopsSource(), known=known).findings(Loop) == []


def test_the_steps_of_a_form_are_no_pages_of_a_series() -> None:
    def step(number: int, sent: dict[str, str] | None) -> Exchange:
        state = f'<input name="state" value="state-of-step-{number}-x9Qz{number}">'
        return ask("/steps", f"<form>{state}{list_page(number)}</form>", form=sent)

    said = [{"state": f"state-of-step-{number}-x9Qz{number}"} for number in range(3)]
    pages = [step(0, None), step(1, {**said[0], "word": "lantern"}), step(2, {**said[1], "letter": "K"})]
    assert [loop.key for loop in loops(pages)] == [Key("form", "state")]
    recordings = [record(*pages)]
    typed = (Typed(1, Key("form", "word"), "word", ("lantern",)), Typed(2, Key("form", "letter"), "letter", ("K",)))
    known = Known(recordings).tell(*(Step(number, (number,)) for number in range(3)), *typed)
    assert infer(recordings, LoopsSource(), known=known).findings(Loop) == []


def test_a_cursor_that_tells_a_place_in_any_list_is_the_same_in_all_recordings() -> None:
    token = "eyJvZmZzZXQiOiAyNSwgIm9yZGVyX2J5IjogW119"

    def pages(word: str) -> list[Exchange]:
        first = ask(f"/api?q={word}", {"items": [{"id": 1, "name": word}], "next": token})
        return [first, ask(f"/api?q={word}&token={token}", {"items": [{"id": 2, "name": f"{word} 2"}]})]

    (found,) = loops(pages("lantern"), pages("harbour"))
    assert (found.kind, found.key, found.next) == (
        "cursor",
        Key("query", "token"),
        Taken(0, Extraction("json", "next")),
    )
