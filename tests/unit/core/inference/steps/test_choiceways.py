"""How the value of a choice is found by its label."""

from __future__ import annotations

import pytest

from scrapy_bt.core.inference.answers.extraction import page_of
from scrapy_bt.core.inference.answers.values import Extraction
from scrapy_bt.core.inference.steps.choiceways import Offered, are_apart, ways_of_fields
from scrapy_bt.core.tree.literals import literal
from tests.recordings import answer, ask

_LIST = "<select name=kind><option value=1>{}</option><option value=2>Ropes (3)</option></select>"


def found(page: str, label: str, path: str = "/list", *, name: str = "Ropes", value: str = "2") -> list[list[str]]:
    """What each way finds in a page, where that was sent to an address."""
    own = answer("https://shop.test/", page)
    offers = [Offered(own, ask(path).sent, name, value)]
    pieces = (way.either_way for way in ways_of_fields(["kind"], offers))
    return [page_of(own).extract(Extraction("xpath", literal(label).join(each))) for each in pieces]


def test_a_value_is_found_by_its_label_with_how_many_there_are_or_without() -> None:
    assert found(_LIST.format("Lamps"), "Lamps")[0] == ["1"]
    assert found(_LIST.format("Lamps"), "Ropes")[:2] == [[], ["2"]]
    assert found("<label><input type=radio name=kind value=2> Ropes</label>", "Ropes")[-2:] == [["2"], []]


@pytest.mark.parametrize(
    ("above", "path"),
    [
        ("<form action=/news>", "/list"),  # the address tells it
        ("<form action=/news>", "/api"),  # the word that was chosen tells it
        ("<form id=news>", "/api"),
        ("<p>", "/list"),
    ],
)
def test_of_several_forms_it_is_the_one_that_is_sent(above: str, path: str) -> None:
    other = _LIST.format("Lamps").replace("Ropes", "Guides").replace("value=1", "value=9")
    ways = found(f"{above}{other}</form><form action=/list>{_LIST.format('Lamps')}</form>", "Lamps", path)
    assert [way for way in ways if way][:1] == [["1"]]


def test_there_is_no_way_where_nothing_tells_which_form_was_sent() -> None:
    other = _LIST.format("Boats")
    page = f"<form id=a action=/list>{_LIST.format('Lamps')}</form><form id=b action=/list>{other}</form>"
    assert found(page, "Lamps") == []


def test_a_label_that_a_list_has_twice_finds_nothing() -> None:
    page = _LIST.format("Lamps").replace("</select>", "<option value=3>Lamps</option></select>")
    assert (found(page, "Lamps", name="Ropes (3)")[0], found(page, "3")[0]) == ([], ["3"])


def test_forms_that_offer_the_same_are_as_one() -> None:
    page = f"<form action=/a>{_LIST.format('Lamps')}</form><form action=/b>{_LIST.format('Lamps')}</form>"
    assert found(page, "Lamps")[0] == ["1", "1"]


@pytest.mark.parametrize("blank", ["", "0", "all"])
def test_forms_that_differ_in_their_blank_entries_and_counts_are_as_one(blank: str) -> None:
    desk, mobile = (
        f"<form action=/list class={where}><select name=kind><option value='{blank}'>{first}</option>"
        f"<option value=1>Lamps{count}</option><option value=2>Ropes (3)</option></select></form>"
        for where, first, count in (("desk", "All kinds", ""), ("mobile", "Kind", " (1,204)"))
    )
    assert found(desk + mobile, "Lamps")[0] == ["1"]


def test_a_blank_entry_that_was_sent_is_one_of_them() -> None:
    forms = (
        f"<form action=/list id={told}><select name=kind><option value=0>{told}</option></select></form>"
        for told in ("Old", "New")
    )
    assert found("".join(forms), "Old", name="Old", value="0") == []


def test_without_its_count_a_label_may_stand_twice() -> None:
    page = _LIST.format("Other (1)").replace("</select>", "<option value=3>Other (1)</option></select>")
    assert [found(page, label)[1] for label in ("Ropes", "Other", "3")] == [["2"], [], ["3"]]


def test_a_label_of_two_groups_is_found_behind_theirs_alone() -> None:
    groups = "".join(
        f"<optgroup label={name}><option value={number}>Centre</option><option value=x{number}>{name} port</option>"
        for number, name in enumerate(("North", "South"))
    )
    page = f"<select name=kind>{groups}</select>"
    told = {label: found(page, label)[0] for label in ("Centre", "South Centre", "South port", "x1")}
    assert told == {"Centre": [], "South Centre": ["1"], "South port": ["x1"], "x1": ["x1"]}


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
