import pytest
from hypothesis import given

from scrapy_bt.core.language.strings import read_string
from scrapy_bt.core.tree.nodes import Duration, Reference, Template
from scrapy_bt.core.tree.spelling import duration, number, quote
from scrapy_bt.errors import Place
from tests.strategies import texts

PLACE = Place("a.bt", 1, 1)


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("plain", '"plain"'),
        ("\x1b[2J\x00\x7f\x9b\u202e", r'"\u{1b}[2J\u{0}\u{7f}\u{9b}\u{202e}"'),
        ("half \ud800", r'"half \u{fffd}"'),
        (r"\u{1b}", r'"\\u{1b}"'),
        ("\\\x1b", r'"\\\u{1b}"'),
        (Template(("\\u", Reference("ab"))), r'"\\u{ab}"'),
        ('say "hi"', "'say \"hi\"'"),
        ("it's", '"it\'s"'),
        ("""both " and '""", '''"both \\" and '"'''),
        (r"\d{4}", r'"\d{4}"'),
        (r"ends in \n", r'"ends in \\n"'),
        ("ends in \\", r'"ends in \\"'),
        ("two\nlines\tand\r", r'"two\nlines\tand\r"'),
        ("{name}", '"{{name}"'),
        ("{row.id}", '"{{row.id}"'),
        ('{"json": {}}', "'{\"json\": {}}'"),
        ("{{}}}", '"{{{{}}}}}"'),
        ("{{", '"{{{{"'),
        (Template(("/page/", Reference("n"))), '"/page/{n}"'),
        (Template(("{", Reference("row", ("id",)), "}")), '"{{{row.id}}"'),
        (Template(("{\n", Reference("a"))), r'"{\n{a}"'),
    ],
)
def test_a_text_is_quoted_with_as_few_escapes_as_possible(text, written):
    assert quote(text) == written


@given(texts())
def test_a_quoted_text_reads_as_the_text(text):
    assert read_string(quote(text), PLACE) == text


@pytest.mark.parametrize(
    ("value", "written"), [(3, "3"), (1.5, "1.5"), (1e22, "10000000000000000000000.0"), (1e-7, "0.0000001")]
)
def test_a_number_has_no_exponent(value, written):
    assert number(value) == written


@pytest.mark.parametrize(
    ("seconds", "written"),
    [
        (1800, "30m"),
        (86400, "1d"),
        (7200, "2h"),
        (90, "90s"),
        (1.5, "1500ms"),
        (0.5, "500ms"),
        (0, "0s"),
        (0.0005, "0.0005s"),
    ],
)
def test_a_duration_has_the_largest_unit_without_a_fraction(seconds, written):
    assert duration(Duration(float(seconds))) == written


def test_a_duration_stays_as_it_was_written():
    assert duration(Duration(1800.0, "1800s")) == "1800s"
