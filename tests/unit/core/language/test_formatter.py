from itertools import cycle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapy_bt.core.language.formatter import format_text, line_end
from scrapy_bt.core.language.parser import parse
from scrapy_bt.core.language.printer import print_document
from scrapy_bt.core.language.words import read_words
from scrapy_bt.errors import RuleError
from tests.broken import QUOTES
from tests.strategies import documents

LAYOUTS = st.sampled_from(
    [
        *([" "] * 8),
        *("\n", "  ", "\t", "\r\n", "\n\n", "\n \n\n", " # behind\n", "\n# own\n", "\n\n# own\n\n", "#near\n"),
        "\n  # two\n # lines\n",
    ]
)


def test_a_file_in_the_canonical_layout_stays_as_it_is():
    assert format_text(QUOTES) == QUOTES


def test_any_other_layout_becomes_the_canonical_one():
    lines = QUOTES.splitlines()
    squeezed = "\n".join(" ".join(line.split()) for line in lines)
    assert squeezed != QUOTES
    assert format_text(squeezed) == QUOTES


def test_values_stay_as_they_were_written():
    text = 'a :: visit "x" { timeout = 1800s }\nb :: data re "\\\\d\\d{{2}}" \'a "b"\'\nc :: and { x = 1.50 }\n'
    assert format_text(text) == text


@pytest.mark.parametrize(
    ("written", "canonical"),
    [
        ("'a'", '"a"'),
        ("'it\\'s'", '"it\'s"'),
        ('"say \\"hi\\""', "'say \"hi\"'"),
        ("'say \"hi\"'", "'say \"hi\"'"),
        ('"\\"it\'s\\""', '"\\"it\'s\\""'),
        ("'\\\\'", '"\\\\"'),
        ("'\\\\\\''", '"\\\\\'"'),
        ("''", '""'),
    ],
)
def test_double_quotes_are_used_unless_others_avoid_escapes(written, canonical):
    assert format_text(f"a :: data css {written}") == f"a :: data css {canonical}\n"
    assert parse(f"a :: data css {written}") == parse(f"a :: data css {canonical}")


def test_the_kind_of_line_ends_and_a_byte_order_mark_stay():
    assert format_text("\ufeff# a\r\na::data\r\n") == "\ufeff# a\r\na :: data\r\n"
    assert format_text("a::data\nb::data\r\n") == "a :: data\nb :: data\n"
    assert line_end("a") == "\n"


@pytest.mark.parametrize(
    ("text", "formatted"), [("", ""), ("\n \n", ""), ("# a  ", "# a\n"), ("\n\n#a\n\n\n#b", "#a\n\n#b\n")]
)
def test_a_file_without_declarations_keeps_its_comments(text, formatted):
    assert format_text(text) == formatted


def test_a_file_with_syntax_faults_is_refused_with_all_of_them():
    with pytest.raises(RuleError) as raised:
        format_text("a :: visit visit\nb :: data css\n", file="a.bt")
    assert [fault.place.line for fault in raised.value.faults] == [1, 2]
    assert {fault.place.file for fault in raised.value.faults} == {"a.bt"}


@given(documents(), st.lists(LAYOUTS, min_size=1, max_size=12))
def test_formatting_changes_neither_the_tree_nor_the_comments_and_a_second_time_nothing(document, layouts):
    words = ["", *(word.text for word in read_words(print_document(document)))]
    text = "".join(word + layout for word, layout in zip(words, cycle(layouts)))
    formatted = format_text(text)
    assert parse(formatted) == document
    assert [word.text for word in read_words(formatted)] == [word.text for word in read_words(text)]
    assert format_text(formatted) == formatted
    assert all(line == line.rstrip() for line in formatted.replace("\r\n", "\n").split("\n"))
