"""Words to search for, and what comes for them."""

from __future__ import annotations

from scrapy_bt.core.inference.rehearsal import Rehearsal
from scrapy_bt.core.inference.scrutiny.searches import NOWHERE, common_words, found_nowhere, searched_words

ROWS = [
    [frozenset({f"Amber lamp of brisk {number}", "/lamps/brisk"}) for number in range(3)],
    [frozenset({"Amber rope of brisk"}), frozenset({"Noble rope of amber 7"})],
]


def test_common_words_stand_in_several_rows_and_were_not_typed() -> None:
    assert common_words(ROWS, {"Lamp"}) == ["Amber", "brisk", "rope"]


def test_what_is_searched_for_finds_much_some_one_and_none() -> None:
    assert searched_words(ROWS, {"lamp", "rope"}) == ["Amber", "brisk", "Amber lamp of brisk 0", NOWHERE]
    assert searched_words([[frozenset({"12.50"})]], set()) == [NOWHERE]


def test_records_that_come_for_what_nothing_holds_are_others() -> None:
    def came(*names: str) -> bool:
        return found_nowhere(Rehearsal(0, [{"name": name} for name in names], other=NOWHERE))

    assert came("a", "b", "c")
    assert not came("Nothing was found")
    assert not came("a", "b", f"{NOWHERE} was not found")
