import pytest
from hypothesis import given

from scrapy_bt.core.language.segments import find_next_entry, find_parameter_end, split
from tests.broken import any_texts


def texts(text: str) -> list[str]:
    return [text[segment.start : segment.end] for segment in split(text)]


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("", [""]),
        ("junk a :: visit b :: data", ["junk ", "a :: visit ", "b :: data"]),
        ("a # x\n :: visit", ["", "a # x\n :: visit"]),
        ("a :: and { :b\nc :: visit", ["", "a :: and { :b\n", "c :: visit"]),
        ('a :: visit "b :: visit" # c :: visit', ["", 'a :: visit "b :: visit" # c :: visit']),
        ("a :: visit\n[[ a ]]\n(( a ))", ["", "a :: visit\n", "[[ a ]]\n", "(( a ))"]),
        ("a :: visit [[ a ]]", ["", "a :: visit [[ a ]]"]),
        ("a :: and {\n((b) | c)\n}", ["", "a :: and {\n((b) | c)\n}"]),
        ("a :: and {\n(( b = 2 ))", ["", "a :: and {\n", "(( b = 2 ))"]),
        ("a :: and {\nstate wait\n", ["", "a :: and {\nstate wait\n"]),
        ("a :: and {\nstate b {\n", ["", "a :: and {\n", "state b {\n"]),
        ("a :: visit\nb visit 'c'", ["", "a :: visit\nb visit 'c'"]),
        ("a :: data css 'b'\nc data\n:d", ["", "a :: data css 'b'\n", "c data\n:d"]),
        ("a :: data css 'b'\nall as\nurl\n{ c = 1 }", ["", "a :: data css 'b'\nall as\nurl\n{ c = 1 }"]),
        ("a :: and { }\nstate b = end\n// c\n[ d ]", ["", "a :: and { }\n", "state b = end\n", "// c\n", "[ d ]"]),
        ("a :: and { }\n(( b, c ))", ["", "a :: and { }\n", "(( b, c ))"]),
        ('a :: visit "b\nc :: visit', ["", 'a :: visit "b\n', "c :: visit"]),
    ],
)
def test_a_text_is_cut_where_entries_begin(text: str, pieces: list[str]) -> None:
    assert texts(text) == pieces


def test_a_segment_knows_what_it_declares() -> None:
    assert [segment.name for segment in split("x while :: visit b::data")] == ["", "while", "b"]


@pytest.mark.parametrize(
    ("text", "unclosed"),
    [
        ("m :: and { :a }", None),
        ("m :: and { '}' # }\n", 9),
        ("m :: and {\n  if x { :a }\n", 9),
        ("m :: and {\n  while x {\n    :a\n", 21),
        ("m :: and {\n  while x {\n    :a\n}\n", 21),
        ("m :: and {\n  while x {\n    if y {\n    :a\n  }\n}\n", 32),
    ],
    ids=range(6),
)
def test_the_block_that_was_forgotten_is_found_by_its_indentation(text: str, unclosed: int | None) -> None:
    *_, segment = split(text)
    assert segment.unclosed == unclosed


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("x y\nz", "z"),
        ("x { y\n } z\nw", "w"),
        ("x } y", "} y"),
        ('x "}" # }\ny', "y"),
        ('x "{\ny', "y"),
        ("x y", None),
        ("x {\ny", None),
    ],
)
def test_after_a_fault_reading_goes_on_with_the_next_line_of_the_block(text: str, rest: str | None) -> None:
    position = find_next_entry(text, 0, len(text))
    assert (None if position is None else text[position:]) == rest


@given(any_texts())
def test_the_segments_are_the_whole_text(text: str) -> None:
    assert "".join(texts(text)) == text


@pytest.mark.parametrize(
    ("text", "brackets", "rest"),
    [
        ("x a = 1", 0, "a = 1"),
        ("x 404 | 5xx = end", 0, "404 | 5xx = end"),
        ("x { a = 1 } b = 2", 0, "b = 2"),
        ("x (a = 1) b = 2", 0, "b = 2"),
        ("x, a = 1) b = 2", 1, "b = 2"),
        ("= a = 1 b = 2", 0, "b = 2"),
        ("| a = 1 }", 0, "}"),
        ("x a == 1\nb", 0, "b"),
        ("x a", 0, None),
    ],
)
def test_the_next_entry_may_stand_on_the_same_line(text: str, brackets: int, rest: "str | None") -> None:
    position = find_next_entry(text, 0, len(text), brackets=brackets)
    assert (None if position is None else text[position:]) == rest


@pytest.mark.parametrize(
    ("text", "brackets", "is_first", "rest"),
    [
        ("x, b)", 0, False, ", b)"),
        ("x, b)", 0, True, " b)"),
        ("x) { }", 0, True, ") { }"),
        ("x), b)", 1, False, ", b)"),
        ("f(a, b), c)", 0, False, ", c)"),
        ("x { }", 0, False, None),
    ],
)
def test_a_parameter_ends_at_its_comma_or_bracket(
    text: str, brackets: int, *, is_first: bool, rest: "str | None"
) -> None:
    position = find_parameter_end(text, 0, len(text), brackets=brackets, is_first=is_first)
    assert (None if position is None else text[position:]) == rest
