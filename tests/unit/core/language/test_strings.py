import pytest
from hypothesis import given

from scrapy_bt.core.language.strings import read_name, read_string
from scrapy_bt.core.tree.nodes import Reference, Template, Text
from scrapy_bt.core.tree.spelling import quote
from scrapy_bt.errors import Place
from tests.strategies import texts

PLACE = Place("x.bt", 3, 5, 3, 50)


def read(inner: str) -> Text:
    return read_string(f'"{inner}"', PLACE)


@pytest.mark.parametrize(
    ("inner", "text"),
    [
        ("plain", "plain"),
        ("", ""),
        (r"\"\'\\", "\"'\\"),
        (r"a\nb\tc\rd", "a\nb\tc\rd"),
        (r"\d+\.\w", r"\d+\.\w"),
        (r"\\n", r"\n"),
        (r"\u{1b}[31m\u{e9}\u{1F600}", "\x1b[31mé\N{GRINNING FACE}"),
        (r"\\u{1b}", r"\u{1b}"),
        (r"\u001b \u{} \u{d800} \u{110000} \u{1234567}", r"\u001b \u{} \u{d800} \u{110000} \u{1234567}"),
        (r"\d{4}", r"\d{4}"),
        ("{", "{"),
        ("{}", "{}"),
        ("{ a }", "{ a }"),
        ("{1}", "{1}"),
        ('{\\"a\\": 1}', '{"a": 1}'),
        ("{{", "{"),
        ("}}", "}}"),
        ('{"a": {"b": 1}}', '{"a": {"b": 1}}'),
        ("{{}}}}", "{}}}"),
        ("{{a}}", "{a}"),
        ("a{b.}", "a{b.}"),
    ],
)
def test_escapes_and_braces_mean_what_the_grammar_says(inner: str, text: str) -> None:
    assert read(inner) == text


@pytest.mark.parametrize(
    ("inner", "parts"),
    [
        ("{a}", (Reference("a"),)),
        ("x{a}y{b.c.d}", ("x", Reference("a"), "y", Reference("b", ("c", "d")))),
        ("{{{a}}}", ("{", Reference("a"), "}")),
        (r"\{a}", ("\\", Reference("a"))),
        ("{größe}{數}", (Reference("größe"), Reference("數"))),
    ],
)
def test_names_in_braces_are_placeholders(inner: str, parts: tuple[str | Reference, ...]) -> None:
    assert read(inner) == Template(parts)


def test_a_placeholder_knows_its_place() -> None:
    template = read(r"\"{a.b}")
    assert isinstance(template, Template)
    assert template.place == PLACE
    assert template.references[0].place == Place("x.bt", 3, 8, 3, 13)


@given(texts())
def test_if_a_text_is_quoted_then_it_reads_as_itself(text: Text) -> None:
    assert read_string(quote(text), PLACE) == text


@pytest.mark.parametrize(
    ("quoted", "name"), [('"user[id]"', "user[id]"), ("'a\\'b'", "a'b"), ('"{x.y}-{{z}}"', "{x.y}-{z}"), ('""', "")]
)
def test_a_name_in_quotes_has_no_placeholders(quoted: str, name: str) -> None:
    assert read_name(quoted) == name
