import math

import msgspec
import pytest

from scrapy_bt.core.documents.json import DEEPEST, DEEPEST_OF_PAGE, read_json, read_json_at


class Point(msgspec.Struct):
    x: int


def nested(depth):
    return "[" * depth + "]" * depth


def test_a_value_is_read() -> None:
    assert read_json('{"a": [1, "é", null]}') == {"a": [1, "é", None]}
    assert read_json(b'{"x": 3, "y": 4}', shape=Point) == Point(3)


@pytest.mark.parametrize("loosely", [False, True])
@pytest.mark.parametrize("depth", [DEEPEST + 1, 1_000, 100_000])
def test_what_nests_too_deep_is_refused(depth, loosely) -> None:
    with pytest.raises(ValueError, match=f"^it nests deeper than {DEEPEST} levels$"):
        read_json(nested(depth), loosely=loosely)
    with pytest.raises(ValueError, match="it nests deeper"):
        read_json('{"a":' * depth + "1" + "}" * depth, loosely=loosely)


@pytest.mark.parametrize("loosely", [False, True])
def test_a_page_may_nest_deeper_than_a_message(loosely) -> None:
    assert read_json(nested(DEEPEST_OF_PAGE), deepest=DEEPEST_OF_PAGE, loosely=loosely)
    for depth in (DEEPEST_OF_PAGE + 1, 100_000):
        with pytest.raises(ValueError, match=f"^it nests deeper than {DEEPEST_OF_PAGE} levels$"):
            read_json(nested(depth), deepest=DEEPEST_OF_PAGE, loosely=loosely)


@pytest.mark.parametrize("loosely", [False, True])
def test_many_containers_side_by_side_are_not_deep(loosely) -> None:
    assert read_json(f"[{','.join(['[]'] * 500)}]", loosely=loosely) == [[]] * 500
    assert read_json(nested(DEEPEST), loosely=loosely)


def test_depth_in_what_a_shape_does_not_name_is_no_traceback() -> None:
    with pytest.raises(ValueError, match="it nests deeper"):
        read_json('{"x": 1, "y": ' + nested(100_000) + "}", shape=Point)


def test_what_is_too_large_is_not_looked_at() -> None:
    with pytest.raises(ValueError, match=r"^it has a size of 2,000,000, and may have 1,000,000$"):
        read_json(" " * 2_000_000)
    assert read_json(" " * 2_000_000 + "1", largest=None) == 1


@pytest.mark.parametrize(
    "text", ["", "{", '{"a": NaN}', '"\x01"', '"\\ud800"', "1" * 5_000, "[1e999]", "\udc80", b"\xff"]
)
def test_what_is_no_json_is_told_in_a_short_line(text) -> None:
    with pytest.raises(ValueError, match=r".") as raised:
        read_json(text)
    assert len(str(raised.value)) < 200
    assert "\n" not in str(raised.value)


def test_what_tools_write_is_read_loosely() -> None:
    assert read_json('["\x01", "\\ud800"]', loosely=True) == ["\x01", "\ud800"]
    assert math.isnan(read_json("NaN", loosely=True))


def test_a_value_within_a_text_of_a_page_has_its_end_and_its_numbers_as_written():
    assert read_json_at('a = {"x": 12.50}; b', 4) == ({"x": "12.50"}, 16)
    for text in ("a = {x: 1}", "a = " + "[" * 600 + "]" * 600, "a = " + "[" * 100_000):
        with pytest.raises(ValueError, match=r"Expecting|deeper"):
            read_json_at(text, 4)
