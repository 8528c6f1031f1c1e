"""Words to search for, and what comes for them."""

from __future__ import annotations

from scrapy_bt.core.inference.rehearsal import Rehearsal
from scrapy_bt.core.inference.scrutiny.searches import (
    NOWHERE,
    WORD,
    common_words,
    found_nowhere,
    searched_words,
    unseen_record,
)
from tests.recordings import answer

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


def test_a_record_that_a_page_shows_and_the_tree_does_not_bring_is_told_by_what_it_says() -> None:
    name, usual = "Amber lamp of brisk", "<nav>About us</nav><i>Popular: 7.00</i>"
    rows = [[frozenset({name, "12.50", "7.00"})], [frozenset({"Noble rope", "3.00", "7.00"})]]
    recorded = [answer("https://shop.test/find", f"{usual}<b>{'</b><b>'.join(row)}</b>") for own in rows for row in own]

    def told(page: str, *records: str) -> str:
        def run(other: str, page: str) -> Rehearsal:
            pages = {"found": (answer(f"https://shop.test/find?q={other}", f"{usual}<s>7.00</s>{page}"),)}
            return Rehearsal(0, [{"name": each} for each in records], pages=pages, other=other)

        return unseen_record(run(name, page), [run(NOWHERE, "<p>Nothing</p>")], recorded, rows)

    assert told(f"<h1>{name}</h1><p>12.50</p>") == "12.50"
    assert told(f"<h1>{name}</h1><p>12.50</p>", name) == "", "it came"
    assert told(f"<h1>{name}</h1><p>was not found</p><p>3.00</p>") == "", "what was searched for alone, and another"


def test_words_of_chinese_are_short_and_names_have_no_blanks() -> None:
    rows = [[frozenset({"红色的台灯三号", "灯"})], [frozenset({"绿色绳子", "12.50"})]]
    assert WORD.search("灯具")
    assert not WORD.search("灯")
    assert searched_words(rows, {"台灯"}) == ["红色的台灯三号", "绿色绳子", NOWHERE]
