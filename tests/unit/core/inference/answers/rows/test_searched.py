"""Rows that a script of the page searches."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from scrapy_bt.core.inference.answers.extraction import page_of
from scrapy_bt.core.inference.answers.namedparts import NamedParts
from scrapy_bt.core.inference.answers.rows.searched import SearchedData, SearchedRows, searched_rows
from scrapy_bt.core.inference.answers.values import Extraction
from tests.recordings import answer

BOATS = [{"boat": f"Boat {n}", "quay": ("East", "west", "south")[n % 3], "of": None} for n in range(9)]
FIELDS = (("boat", Extraction("json", "boat")), ("quay", Extraction("json", "quay")), ("of", Extraction("json", "of")))
CELLS = (("boat", Extraction("css", "td:nth-child(1)::text")), ("quay", Extraction("css", "td:nth-child(2)::text")))


def table(places: Sequence[int], hidden: Sequence[int] = ()) -> str:
    rows = (
        f"<tr{' hidden' if n in hidden else ''}><td>{BOATS[n]['boat']}</td><td>{BOATS[n]['quay']}</td></tr>"
        for n in places
    )
    return f"<input><table>{''.join(rows)}</table>"


def in_page(screens: Sequence[str], words: Sequence[str]) -> NamedParts | None:
    page, seen = answer("/boats", table(range(9))), [answer("/boats", each) for each in screens]
    return searched_rows([page] * len(seen), seen, words, Extraction("css", "tr"), CELLS)


def in_data(screens: Sequence[str], words: Sequence[str]) -> NamedParts | None:
    data, seen = answer("/boats", {"boats": BOATS}), [answer("/", each) for each in screens]
    return searched_rows([data] * len(seen), seen, words, Extraction("json", "boats"), FIELDS)


EAST, WEST = table((0, 3, 6)), table(range(9), hidden=(0, 2, 3, 5, 6, 8))


def test_the_rows_that_are_seen_hold_what_was_typed() -> None:
    way = in_page([EAST, WEST], ["east", "WEST"])
    assert isinstance(way, SearchedRows)
    found = page_of(answer("/boats", table(range(9)))).elements(Extraction("xpath", way.found_by("Sout")))
    assert len(found) == 3


@pytest.mark.parametrize("find", [in_page, in_data])
@pytest.mark.parametrize(
    ("screens", "words"),
    [
        ([table(range(9)), WEST], ["east", "west"]),
        ([EAST, WEST], ["east", "north"]),
        ([EAST, WEST], ["boat", "boat"]),
        ([EAST, WEST], ["-", "west"]),
        ([table(()), WEST], ["east", "west"]),
    ],
    ids=["others are seen", "none has it", "all have it", "nothing is searched", "none is seen"],
)
def test_else_it_was_searched_elsewhere(find, screens: Sequence[str], words: Sequence[str]) -> None:
    assert find(screens, words) is None


def test_data_are_searched_in_all_fields_or_in_one() -> None:
    way = in_data([EAST, WEST], ["east", "west"])
    assert way == SearchedData("boats", "join(' ', map(&to_string(@), [boat, quay, of][?@]))")
    data = answer("/boats", {"boats": [*BOATS, {"boat": "Boat of the west", "quay": "None"}]})
    assert len(page_of(data).elements(Extraction("json", way.found_by("west")))) == 4
    alone = [{"boat": f"Boat {n}", "quay": ("east", "west")[n % 2], "near": ("east", "east")[n % 2]} for n in range(8)]
    seen = [answer("/", "".join(f"<p>Boat {n}</p>" for n in range(place, 8, 2))) for place in (0, 1)]
    fields = tuple((name, Extraction("json", name)) for name in alone[0])
    found = searched_rows(
        [answer("/boats", {"boats": alone})] * 2, seen, ["east", "west"], Extraction("json", "boats"), fields
    )
    assert found == SearchedData("boats", "to_string(quay)")


def test_capitals_of_other_letters_are_known() -> None:
    rows = [f"<tr><td>{name}</td></tr>" for name in ("Москва", "Минск", "Рига", "Томск")]
    page = answer("/towns", f"<table>{''.join(rows)}</table>")
    seen = [answer("/towns", f"<table>{rows[0]}{rows[1]}</table>"), answer("/towns", f"<table>{rows[2]}</table>")]
    way = searched_rows([page] * 2, seen, ["м", "р"], Extraction("css", "tr"), CELLS[:1])
    assert way is None, "each of these letters stands in other names, too"
    way = searched_rows([page] * 2, seen[1:] * 2, ["ри", "РИГ"], Extraction("css", "tr"), CELLS[:1])
    assert way is not None
    assert len(page_of(page).elements(Extraction(way.how, way.found_by("МИН")))) == 1


def test_rows_that_are_texts_are_not_searched() -> None:
    page, seen = answer("/boats", table(range(9))), answer("/boats", EAST)
    assert searched_rows([page], [seen], ["east"], Extraction("css", "td::text"), ()) is None


@pytest.mark.parametrize("find", [in_page, in_data])
def test_several_words_that_rows_hold_in_any_order_are_each_searched(find) -> None:
    way = find([table((3,)), table((4,))], ["east 3", "4  west"])
    assert way is not None
    assert way.by_words
    page = table(range(9)) if find is in_page else {"boats": BOATS}
    for given, count in (('south "boat', 3), ("boat 5 south", 1), ("south boat's", 0), ("boat", 9)):
        found = Extraction(way.how, way.found_by(given))
        assert len(page_of(answer("/boats", page)).elements(found)) == count, given


@pytest.mark.parametrize("find", [in_page, in_data])
def test_words_that_stand_so_are_searched_as_they_stand(find) -> None:
    way = find([table((3,)), table((4,))], ["boat 3", "boat 4"])
    assert way is not None
    assert not way.by_words
