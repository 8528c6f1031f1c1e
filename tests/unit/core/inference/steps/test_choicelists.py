"""Lists of choices and radio buttons of a page."""

from __future__ import annotations

import pytest

from scrapy_bt.core.inference.steps.choicelists import are_apart, choices_in, choices_of
from tests.recordings import answer

PAGE = """<form><select name=kind id=k><option value="">All<option value=17>Lamps (3)<option>Ropes</select>
<label><input type=radio name=way value=up> Up</label>
<input type=radio name=way id=d value=down><label for=d>Down</label><input name=q value=x></form>"""


def test_each_choice_has_what_it_is_called_and_what_is_sent() -> None:
    found = [(each.kind, each.value, each.label) for each in choices_in(answer("https://shop.test/", PAGE))]
    assert found == [
        ("select", "", "All"),
        ("select", "17", "Lamps (3)"),
        ("select", "Ropes", "Ropes"),
        ("input", "up", "Up"),
        ("input", "down", "Down"),
    ]


def test_they_are_found_by_the_name_or_the_id_of_their_field() -> None:
    page = answer("https://shop.test/", PAGE)
    assert len(choices_of(page, ["kind"])) == len(choices_of(page, ["k", "other"])) == 3
    assert choices_of(page, ["q"]) == []


def test_data_offers_none_here() -> None:
    assert choices_in(answer("https://shop.test/", {"kind": 17})) == ()


@pytest.mark.parametrize(
    ("entries", "is_so"),
    [
        ([("1", "one"), ("2", "two")], True),
        ([("one", "one"), ("2", "two")], True),
        ([("1", "2"), ("2", "3")], False),
    ],
)
def test_labels_and_values_are_apart_unless_one_is_called_as_another_is_sent(
    entries: list[tuple[str, str]], is_so: bool
) -> None:
    assert are_apart(entries) is is_so
