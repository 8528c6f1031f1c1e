"""Input that nobody recorded."""

from __future__ import annotations

import pytest

from scrapy_bt.core.inference.goal import Goal
from scrapy_bt.core.inference.inference import Inference
from scrapy_bt.core.inference.rehearsal import Rehearsal
from scrapy_bt.core.inference.scrutiny.otherinput import against
from scrapy_bt.core.inference.scrutiny.searches import NOWHERE
from tests.recordings import ask, event, record


def page(word: str, more: str = "", held: str = "a fine WORD") -> str:
    told = held.replace("WORD", word)
    rows = "".join(f"<li><b>Guide {number}</b> <i>{told} {number}</i></li>" for number in range(6))
    return f"<main>{more}<ul>{rows}</ul></main>"


def inputs(path: str, more: str = "", method: str = "GET", held: str = "a fine WORD") -> list[str]:
    """What is tried as well, of two recordings with `lamp` and `rope`."""
    words = ("lamp", "rope")
    begun = ask("/list?q=any", "<p>Nothing yet</p>")
    recordings = [
        record(begun, ask(path.replace("WORD", word), page(word, more, held), method=method)) for word in words
    ]
    inference = Inference(recordings, Goal(level="none"))
    inference.next()
    return [text for text, _ in inference.other_inputs()]


def test_words_of_the_recorded_rows_are_tried() -> None:
    assert set(inputs("/list?q=WORD")) == {"Guide", "fine", NOWHERE}


def test_other_choices_and_other_links_come_before_words() -> None:
    choices = "<select name=q><option value=any>All<option value=lamp>Lamps<option value=kettle>Kettles</select>"
    assert inputs("/list?q=WORD", choices) == ["kettle"]
    links = '<a href="/list?q=kettle">Kettles</a> <a href="/list?q=rope">Ropes</a> <a href="/about?q=us">We</a>'
    assert inputs("/list?q=WORD", links) == ["kettle"]
    assert inputs("/of/WORD", '<a href="/of/kettle">Kettles</a> <a href="/of/all/kettle">All</a>') == ["kettle"]


def test_links_offer_what_they_are_called_where_their_address_spells_it_in_its_own_way() -> None:
    links = "".join(f'<a href="/list?q={word.lower()}">\n{word}</a>' for word in ("Lamp", "Rope", "Kettle"))
    recordings = [
        record(
            ask("/", links),
            ask(f"/list?q={word.lower()}", page(word, links)),
            events=[event(0.5, "click", "a", text=word)],
        )
        for word in ("Lamp", "Rope")
    ]
    inference = Inference(recordings, Goal(level="none"))
    inference.next()
    assert [text for text, _ in inference.other_inputs()] == ["Kettle"]


@pytest.mark.parametrize(("more", "tried"), [('<a href="/list?c=7">Kettle</a>', ["Kettle"]), ("", [])])
def test_of_links_with_numbers_those_that_differ_in_the_number_are_tried(more: str, tried: list[str]) -> None:
    numbers = {"Lamp": 2, "Rope": 5}
    chosen = "".join(f'<a href="/list?c={number}">{word}</a>' for word, number in numbers.items())
    links = f'<a href="#top">Top</a>{chosen}{more}<a href="/list?p=3">Guide 3</a><a href="/about?c=2">We</a>'
    recordings = [
        record(
            ask("/", links),
            ask(f"/list?c={number}", page(word, links)),
            events=[event(0.5, "click", "a", text=word, href=f"/list?c={number}")],
        )
        for word, number in numbers.items()
    ]
    inference = Inference(recordings, Goal(level="none"))
    inference.next()
    assert [text for text, _ in inference.other_inputs()] == tried


def test_what_may_change_something_is_sent_no_input_that_nobody_gave() -> None:
    assert inputs("/list?q=WORD", method="POST", held="a fine thing") == []


def test_what_all_rows_hold_was_searched_for_by_whatever_method() -> None:
    assert set(inputs("/list?q=WORD", method="POST")) == {"Guide", "fine", NOWHERE}


def brought(*words: str, price: str | None = "1.00") -> list[dict[str, object]]:
    return [{"title": f"{word} {number}", "price": price} for word in words for number in range(6)]


KNOWN = [Rehearsal(0, brought("lamp")), Rehearsal(1, brought("rope"))]


@pytest.mark.parametrize(
    ("records", "told"),
    [
        (brought("kettle"), []),
        (brought("lamp"), ["the same", "none holds “kettle”"]),
        ([{"title": f"{each['title']} kettle", "price": "1.00"} for each in brought("lamp")], []),
        (brought("lamp", "rope"), ["none holds “kettle”"]),
        (brought("kettle", price=None), ["without price"]),
        (brought("lamp")[:2], []),
    ],
    ids=["right", "the same as before", "each holds it", "all of them", "other fields", "few"],
)
def test_what_speaks_against_a_tree(records, told) -> None:
    found = list(against(Rehearsal(0, records, other="kettle"), KNOWN, ["lamp", "rope"]))
    assert len(found) == len(told)
    assert all(text in fault for text, fault in zip(told, found, strict=True))


def test_a_word_that_is_to_stand_in_one_field_is_held_by_records_without_that_fields_name() -> None:
    found, missed = (
        list(against(Rehearsal(0, brought(word), other="tag:kettle"), KNOWN, ["lamp", "rope"]))
        for word in ("kettle", "jug")
    )
    assert found == []
    assert len(missed) == 1
    assert "none holds “tag:kettle”" in missed[0]


def test_what_two_words_find_may_be_the_same() -> None:
    own = [{"title": f"A kettle for a lamp {number}"} for number in range(6)]
    known = [Rehearsal(0, own), Rehearsal(1, brought("rope"))]
    assert list(against(Rehearsal(0, own, other="kettle"), known, ["lamp", "rope"])) == []
    (text,) = against(Rehearsal(0, brought("rope"), other="kettle"), known, ["x", "y"])
    assert "the same" in text
