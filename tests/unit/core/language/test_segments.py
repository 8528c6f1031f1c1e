import pytest
from hypothesis import given

from scrapy_bt.core.language.segments import find_next_entry, split
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
