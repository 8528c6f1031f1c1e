"""Lists of choices and radio buttons of a page."""

from __future__ import annotations

from scrapy_bt.core.inference.steps.choicelists import choices_in, choices_of
from tests.recordings import answer, ask

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


def test_of_several_forms_those_count_that_are_sent_so() -> None:
    forms = """<form action=/news><select name=kind><option value=17>Guides</select></form>
    <form action=/list><select name=kind><option value=17>Lamps</select></form>
    <form action=/find><input name=kind></form><select name=kind form=other><option>x</select>"""
    page = answer("https://shop.test/", forms)

    def labels(path: str) -> list[str]:
        return [each.label for each in choices_of(page, ["kind"], ask(path).sent)]

    assert labels("/list?kind=17") == ["Lamps"]
    assert labels("/find?kind=17") == [], "it was typed there"
    assert labels("/api?kind=17") == ["Guides", "Lamps", "x"], "a script asks for it"


def test_a_label_that_stands_in_two_groups_is_told_behind_theirs() -> None:
    groups = "<optgroup label=North><option value=1>Centre</option><option value=2>Harbour</option></optgroup>"
    page = answer("https://shop.test/", f"<select name=p>{groups}{groups.replace('1', '3').replace('North', 'South')}")
    assert [each.label for each in choices_in(page)] == ["North Centre", "Harbour", "South Centre", "Harbour"]
