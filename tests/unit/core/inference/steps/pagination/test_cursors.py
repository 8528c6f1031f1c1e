from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from urllib.parse import urlencode

import pytest

from scrapy_bt.core.inference.answers.codings import encode
from scrapy_bt.core.inference.answers.values import Coded, Constant, Extraction, Joined, Taken, Value
from scrapy_bt.core.inference.findings import Loop
from scrapy_bt.core.inference.steps.pagination.cursors import by_cursor
from scrapy_bt.core.inference.steps.pagination.page_pairs import pairs_of
from scrapy_bt.core.inference.steps.series import Series
from scrapy_bt.core.samples.parameters import Key
from scrapy_bt.core.samples.traffic import Exchange
from tests.recordings import ask, list_page, series

CURSORS = ("q8Zr2Lw0Xk5V", "m4Tc9Yh1Ds7G", "h7Jb3Nf6Wq2K")
NEXT = Taken(0, Extraction("json", "next"))


def turned(*group: Series) -> Loop | None:
    found = by_cursor(pairs_of(group), group)
    return found[0] if found else None


def api(sent: Sequence[str | None], given: Sequence[str | None]) -> Series:
    """Pages of an API: what is sent for each, and the cursor that it gives."""
    return series(
        *(
            ask("/api" + (f"?{urlencode({'after': after})}" if after else ""), {"n": place, "next": cursor})
            for place, (after, cursor) in enumerate(zip(sent, given, strict=True))
        )
    )


def made(make: Callable[[str], str], cursors: Sequence[str] = CURSORS) -> Series:
    """Pages of an API from whose cursors the request for the next is made."""
    return api([None, *map(make, cursors[:-1])], cursors)


def test_each_request_sends_what_the_page_before_gave() -> None:
    group = [made(str), made(str, CURSORS[:2])]
    found = by_cursor(pairs_of(group), group)
    assert found is not None
    assert found[0] == Loop(0, (1, 2), "cursor", Key("query", "after"), NEXT)
    assert found[1] == "query after of each request is the JSON value next of the page before"


def test_each_recording_is_held_against_itself() -> None:
    one, other = api([None, "ab", "cd"], ["ab", "cd", "ef"]), api([None, "xy", "ab"], ["xy", "ab", "cd"])
    assert turned(one, other) == turned(other, one) == Loop(0, (1, 2), "cursor", Key("query", "after"), NEXT)


def test_a_number_of_one_page_is_believed_where_its_last_row_has_it() -> None:
    def scrolled(*last: str) -> Loop | None:
        rows = "<i data-id=777>a</i><i data-id=888>b</i><i data-id={}>c</i>"
        paths = [f"/more?last={each}" for each in last]
        return turned(
            series(*(ask(path, rows.format(each)) for path, each in zip(paths, (*last[1:], "999"), strict=True)))
        )

    found = scrolled("640", "653")
    assert found is not None
    assert found.next == Taken(0, Extraction("xpath", "(//i[@data-id])[last()]/@data-id"))
    assert scrolled("640", "3") is None, "it may count"


def test_a_cursor_that_stands_there_plainly_may_be_short_or_sent_once() -> None:
    assert turned(made(str, ("ab", "cd", "ef"))) == Loop(0, (1, 2), "cursor", Key("query", "after"), NEXT)
    assert turned(made(str, CURSORS[:2])) == Loop(0, (1,), "cursor", Key("query", "after"), NEXT)


@pytest.mark.parametrize(
    ("make", "following", "why"),
    [
        (
            lambda cursor: encode(cursor, "base64"),
            Coded(NEXT, "base64"),
            "the JSON value next, base64-coded, of the page before",
        ),
        (
            lambda cursor: f"from:{cursor}",
            Joined((Constant("from:"), NEXT)),
            "the JSON value next, with the same texts around it, of the page before",
        ),
        (
            lambda cursor: f"from:{cursor};up",
            Joined((Constant("from:"), NEXT, Constant(";up"))),
            "the JSON value next, with the same texts around it, of the page before",
        ),
    ],
)
def test_cursors_that_are_coded_or_joined(make: Callable[[str], str], following: Value, why: str) -> None:
    group = [made(make), made(make)]
    found = by_cursor(pairs_of(group), group)
    assert found is not None
    assert (found[0].kind, found[0].key, found[0].next) == ("cursor", Key("query", "after"), following)
    assert found[1] == f"query after of each request is {why}"


@pytest.mark.parametrize(
    "group",
    [
        # A code, or a text with others around it, of a short piece is there by chance.
        pytest.param([made(lambda text: encode(text, "url"), ("1/2", "2/3", "3/4"))], id="coded"),
        pytest.param([made(lambda text: f"from:{text}", ("ab", "cd", "ef"))], id="joined"),
        # From one value alone nobody knows what stays the same.
        pytest.param([made(lambda text: f"Bearer {text}", CURSORS[:2])], id="once"),
        # What counts is rather a number of rows, and so is what counts between the same texts.
        pytest.param([made(str, ("20", "40", "60"))], id="count"),
        pytest.param([made(lambda text: f"from:{text}", ("203040", "405060", "607080"))], id="joined count"),
        # Nothing of the page before.
        pytest.param([api([None, "k3Vd8Pz1Rm6T", "x9Bn4Gs7Lc2J"], CURSORS)], id="elsewhere"),
        # Only the first page gave it, or only some requests send it, or all of them the same.
        pytest.param([api([None, CURSORS[0], "x9Bn4Gs7Lc2J"], CURSORS)], id="first only"),
        pytest.param([api([None, CURSORS[0], None], [CURSORS[0], "", None])], id="not always sent"),
        pytest.param([api([None, *CURSORS[:1] * 2, CURSORS[1]], [*CURSORS[:1] * 2, *CURSORS[1:]])], id="stays once"),
        pytest.param([made(str, (CURSORS[0], CURSORS[1])), made(str, (CURSORS[0], CURSORS[2]))], id="same twice"),
        # A page without a cursor.
        pytest.param([api([None, CURSORS[0], CURSORS[1]], [CURSORS[0], None, None])], id="missing"),
    ],
)
def test_what_is_no_cursor(group: list[Series]) -> None:
    assert turned(*group) is None


def test_a_piece_of_the_path_is_none() -> None:
    pages = [ask(f"/api/{sent}", {"next": given}) for sent, given in zip(("start", *CURSORS), CURSORS, strict=False)]
    assert turned(series(*pages)) is None


def test_neither_is_a_header() -> None:
    pages = [
        ask("/api", {"next": given}, sends={"X-After": sent} if sent else {})
        for sent, given in zip((None, *CURSORS), CURSORS, strict=False)
    ]
    assert turned(series(*pages)) is None


def test_neither_is_what_was_searched_for() -> None:
    def search(number: int) -> Exchange:
        return ask(f"/find?q=lantern&page={number}", f'<input name="q" value="lantern">{list_page(number)}')

    assert turned(series(search(1), search(2), search(3))) is None


def test_neither_is_what_a_page_says_that_it_was_asked_for() -> None:
    kinds = ("sign_on_rules", "password_rules", "mfa_enrolment")
    asked = [ask("/rules", {"id": place, "kind": kind}, data={"kind": kind}) for place, kind in enumerate(kinds)]
    shown = [replace(ask(f"/rules?kind={kind}", {"kind": kind}), kind="fetch") for kind in kinds]
    for pair in zip(asked, shown, strict=True):
        assert turned(series(*pair)) is None


@pytest.mark.parametrize(("name", "is_cursor"), [("Group for tests", False), ("q8Zr2Lw0Xk5Vn3Bt", True)])
def test_what_was_made_is_asked_for_by_its_name_and_by_a_token_gone_on_with(name: str, is_cursor: bool) -> None:
    pages = ask("/groups", {"id": 1, "name": name}, method="POST"), ask(f"/groups?q={name}", {"id": 1, "name": "x"})
    assert (turned(series(*pages)) is not None) is is_cursor


STATE = Extraction("css", "input[name=state]::attr(value)")


def post(name: str, text: str) -> str:
    """A control of that class which sends a text."""
    return f"""<a class="{name}" href="javascript:post('{text}')">on</a>"""


CONTROL = post("next", "Page$Next")
ORDER = """<a id="order" href="javascript:post('name/ascending')">name</a>"""


def grid(number: int, *, control: str = "", **sent: str) -> Exchange:
    """A page with a form, whose state the request for the next page sends back, with what else is sent."""
    html = f'<form><input name="state" value="st4te-{number}-x9Qz{number}">{list_page(number)}</form>{control}'
    form = {"state": f"st4te-{number - 1}-x9Qz{number - 1}", **sent}
    return ask("/grid", html, form=form if number > 1 else None)


def test_the_control_of_a_form_turns_the_page_as_long_as_it_is_there() -> None:
    pages = [grid(number, control=CONTROL if number < 3 else "", turn="Page$Next", sort="name") for number in (1, 2, 3)]
    group = [series(*pages)]
    found = by_cursor(pairs_of(group), group)
    assert found is not None
    assert found[0] == Loop(
        1,
        (2,),
        "cursor",
        Key("form", "turn"),
        Constant("Page$Next"),
        until=Extraction("css", "a.next::attr(href)"),
        entry=0,
    )
    assert found[1] == (
        "form state of each request is the field state of the page before; "
        "form turn turns the page as long as css a.next::attr(href) is there"
    )


def test_a_control_that_is_not_on_the_last_page_is_better_than_one_that_is() -> None:
    sent = {"order": "name/ascending", "turn": "Page$Forward"}
    last = ORDER + """<a class="go" href="javascript:void(0)">on</a>"""
    controls = [ORDER + post("go", "Page$Forward")] * 2 + [last]
    loop = turned(series(*(grid(number, control=own, **sent) for number, own in enumerate(controls, 1))))
    assert loop is not None
    assert (loop.key, loop.until) == (Key("form", "turn"), Extraction("css", "a.go::attr(href)"))


@pytest.mark.parametrize(("name", "turn"), [("next", "Page$Forward"), ("go", "Page$Next")])
def test_a_control_that_says_that_it_leads_on_is_better_than_another(name: str, turn: str) -> None:
    sent = {"order": "name/ascending", "turn": turn}
    loop = turned(series(*(grid(number, control=ORDER + post(name, turn), **sent) for number in (1, 2, 3))))
    assert loop is not None
    assert (loop.key, loop.until) == (Key("form", "turn"), Extraction("css", f"a.{name}::attr(href)"))


def test_a_last_page_that_was_not_answered_says_nothing_of_controls() -> None:
    *pages, last = (grid(number, control=CONTROL, turn="Page$Next") for number in (1, 2, 3))
    loop = turned(series(*pages, replace(last, answer=None)))
    assert loop is not None
    assert loop.until == Extraction("css", "a.next::attr(href)")


@pytest.mark.parametrize(
    ("turn", "control"),
    [
        pytest.param("Page$Next", "", id="nowhere"),
        pytest.param("fwd", post("next", "fwd"), id="short"),
        pytest.param("Page$Next", '<input name="turn" value="Page$Next">', id="whole"),
        pytest.param("grid", "", id="in its own address"),
        pytest.param("by/name", post("go", "by/name"), id="on each page, and it does not say that it leads on"),
    ],
)
def test_a_form_without_a_control_goes_on_with_its_state(turn: str, control: str) -> None:
    loop = turned(series(*(grid(number, control=control, turn=turn) for number in (1, 2, 3))))
    assert loop == Loop(1, (2,), "cursor", Key("form", "state"), Taken(1, STATE), entry=0)


def test_a_control_has_to_be_on_every_page_that_is_followed_by_another() -> None:
    pages = [
        grid(number, control=post("next", "Page$Next" if number == 1 else "Page$None"), turn="Page$Next")
        for number in (1, 2, 3)
    ]
    loop = turned(series(*pages))
    assert loop is not None
    assert (loop.key, loop.until) == (Key("form", "state"), None)


def test_what_each_request_of_a_form_sends_anew_is_no_control() -> None:
    pages = [grid(number, control=post("next", "Page$2"), turn=f"Page${number}") for number in (1, 2, 3)]
    loop = turned(series(*pages))
    assert loop is not None
    assert (loop.key, loop.until) == (Key("form", "state"), None)


def test_the_number_of_the_last_row_points_behind_it() -> None:
    def page(path: str, *numbers: int) -> Exchange:
        return ask(path, {"rows": [{"id": number} for number in numbers], "more": True})

    pages = [page("/rows", 3, 5, 8), page("/rows?after=8", 9, 12), page("/rows?after=12", 13, 20)]
    group = [series(*pages)]
    found = by_cursor(pairs_of(group), group)
    assert found is not None
    assert found[0].next == Taken(0, Extraction("json", "rows[-1].id"))
    other = [series(page("/rows", 3, 5, 8), page("/rows?page=3", 9, 12), page("/rows?page=4", 13, 20))]
    assert by_cursor(pairs_of(other), other) is None, "numbers that count"


def test_what_else_changes_and_stands_in_each_page_goes_with_the_cursor() -> None:
    def paged(*tokens: str) -> Series:
        return series(
            *(
                ask(
                    "/api" + (f"?after={tokens[place - 1]}&from={place * 8}&size=8" if place else ""),
                    {"next": token, "to": (place + 1) * 8},
                )
                for place, token in enumerate(tokens)
            )
        )

    found = turned(paged(*CURSORS), paged(*CURSORS[:2]))
    assert found is not None
    assert found.beside == ((Key("query", "from"), Taken(0, Extraction("json", "to"))),)
    assert found.given == {Key("query", "after"): NEXT, **dict(found.beside)}


def test_a_word_is_no_cursor_where_less_is_asked_for_than_before() -> None:
    told = [{"found": [{"label": f"All of {word}"}]} for word in ("man of steel", "lamps")]
    group = series(ask("/api?id=77&hash=5b8f", told[0]), ask("/api?q=man+of+steel", told[1]))
    assert turned(group) is None
    group = series(ask("/api?id=77", {"next": CURSORS[0]}), ask(f"/api?after={CURSORS[0]}", {"next": CURSORS[1]}))
    assert turned(group) is not None, "a key may stand for all of it"
