"""What was chosen within an answer by a click that asks for nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from scrapy_bt.core.inference.scrutiny.within import chosen_within
from scrapy_bt.core.samples.traffic import Recording
from tests.recordings import ask, event, record

AT = 49_600.0
PAGE = "<ul><li>Ferries</li><li>Barges</li><li>12</li><li>14</li></ul>"


def told(*recordings: Recording, inputs: Sequence[Mapping[str, str]] = ({}, {}), takes_any: bool = True) -> str:
    pages = [[recording.exchanges[0].answer] for recording in recordings]
    return chosen_within(recordings, [[page for page in own if page] for own in pages], inputs, takes_any=takes_any)


def clicked(text: str) -> Recording:
    return record(ask("/", PAGE, at=AT), events=[event(AT + 1, "click", "div", text=text)])


def test_another_text_of_the_answer_each_time_is_told() -> None:
    text = told(clicked("Ferries"), clicked("Barges"))
    assert text == "what was chosen by a click, “Ferries” and “Barges”, changes nothing of what the tree brings"


def test_neither_is_what_the_tree_is_given() -> None:
    given = [{"boats": "Ferries"}, {"boats": "Barges"}]
    assert told(clicked("Ferries"), clicked("Barges"), inputs=given) == ""


def test_what_no_page_says_counts_where_the_tree_takes_nothing_that_differs() -> None:
    chosen = clicked("Ferries alone"), clicked("Barges alone")
    assert told(*chosen) == ""
    assert "“Ferries alone” and “Barges alone”" in told(*chosen, takes_any=False)
    assert told(clicked("Ferries alone"), clicked("12"), takes_any=False) == "", "one recording has none"
