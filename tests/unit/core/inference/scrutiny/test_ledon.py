"""Pages that are led on to with recorded input alone."""

from __future__ import annotations

from scrapy_bt.core.inference.rehearsal import Rehearsal, Visited
from scrapy_bt.core.inference.scrutiny.ledon import stays_behind
from tests.recordings import SITE, answer


def run(asked: str, came: str) -> Rehearsal:
    visits = {Visited("find", "GET", f"{SITE}{asked}"): 1}
    return Rehearsal(0, visits=visits, pages={"find": (answer(f"{SITE}{came}", "<p>"),)})


def test_a_page_that_was_led_on_each_time_and_is_not_with_other_input_is_told() -> None:
    known = [run("/find?q=a", "/kind/a"), run("/find?q=b", "/kind/b")]
    assert stays_behind(run("/find?q=c", "/find?q=c"), known) == f"{SITE}/find?q=c"
    assert stays_behind(run("/find?q=c", "/kind/c"), known) == ""


def test_one_that_stayed_with_some_recorded_input_tells_nothing() -> None:
    known = [run("/find?q=a", "/kind/a"), run("/find?q=b", "/find?q=b")]
    assert stays_behind(run("/find?q=c", "/find?q=c"), known) == ""
    assert stays_behind(run("/find?q=c", "/find?q=c"), []) == ""


def test_a_slash_behind_the_same_address_is_no_other_page() -> None:
    known = [run("/find?q=a", "/find/?q=a"), run("/find?q=b", "/find/?q=b")]
    assert stays_behind(run("/find?q=c", "/find?q=c"), known) == ""
