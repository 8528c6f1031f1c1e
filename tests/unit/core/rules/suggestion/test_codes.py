import re

from scrapy_bt.core.rules.offsets import Offset
from scrapy_bt.core.rules.suggestion.codes import make_codes
from scrapy_bt.core.rules.suggestion.outlining import read_outline

PAGE = "<ul><li>Price: <b>12</b> EUR</li>\n<li>Price: <b>9</b> EUR</li></ul><p>Total 21</p>"


def texts(source, places, side, *, is_whole=True):
    return [code.text for code in make_codes(read_outline(source), places, side, is_whole=is_whole)]


def places(source, *parts):
    return [source.index(part) for part in parts]


def test_start_codes_go_from_the_next_tag_outwards():
    found = texts(PAGE, places(PAGE, "12", "9<"), "left")
    assert found[0] == "<b>"
    assert r"Price:\s*<b>" in found
    assert r"<li>Price:\s*<b>" in found


def test_end_codes_do_the_same_to_the_other_side():
    found = texts(PAGE, [at + len("12") for at in places(PAGE, "12")], "right")
    assert found[0] in ("<", "</b>")
    assert r"</b>\s*EUR" in found


def test_all_codes_fit_all_places():
    starts = places(PAGE, "12", "9<")
    for code in make_codes(read_outline(PAGE), starts, "left", is_whole=True):
        assert {found.end() for found in re.finditer(code.text, PAGE, re.DOTALL)} >= set(starts), code
    ends = [starts[0] + 2, starts[1] + 1]
    for code in make_codes(read_outline(PAGE), ends, "right", is_whole=True):
        assert {found.start() for found in re.finditer(code.text, PAGE, re.DOTALL)} >= set(ends), code


def test_parts_of_texts_lean_on_the_text_around_them():
    assert "Total " in texts(PAGE, places(PAGE, "21"), "left", is_whole=False)


def test_the_edges_of_the_text_need_no_code():
    assert texts("12 EUR", [0], "left", is_whole=False)[0] == ""
    assert r"\s*$" in texts("EUR 12\n", [6], "right", is_whole=False)


def test_a_label_on_a_line_above_is_reached_with_an_offset():
    source = "Total\n  1500\n"
    found = make_codes(read_outline(source), [8], "left", is_whole=False)
    assert ("Total", Offset(1, 2)) in [(code.text, code.offset) for code in found]


def test_places_inside_and_outside_of_tags_have_no_code_in_common():
    source = '<a href="x">x</a>'
    assert texts(source, [9, 12], "left") == []


def test_codes_say_what_speaks_for_them():
    code = make_codes(read_outline('<p class="lead">x</p>'), [16], "left", is_whole=True)[0]
    assert code.notes == ("goes by the class “lead”",)
