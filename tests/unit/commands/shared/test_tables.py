from io import StringIO

import pytest
from rich.console import Console

from scrapy_bt.commands.shared.tables import TextTable, as_tables, as_text, number, seconds

LISTINGS = [
    TextTable("A line"),
    TextTable("Two rows", ("name", "count"), [("a [b]", "7"), ("longer", "12")], frozenset({"count"})),
]


def test_text_has_aligned_columns():
    assert as_text(LISTINGS) == "A line\n\nTwo rows\n  name    count\n  a [b]       7\n  longer     12"


def test_a_terminal_gets_tables_with_the_same_words():
    console = Console(file=StringIO(), width=60)
    console.print(as_tables(LISTINGS))
    shown = console.file.getvalue()
    assert all(word in shown for word in ("A line", "Two rows", "name", "a [b]", "longer", "12"))


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (None, ""),
        (0.0, "0.00 s"),
        (12.34, "12.3 s"),
        (119, "119.0 s"),
        (150, "2.5 min"),
        (9000, "2.5 h"),
        (1e6, "11.6 d"),
    ],
)
def test_times_of_any_size(value, shown):
    assert seconds(value) == shown


@pytest.mark.parametrize(("value", "shown"), [(None, ""), (3, "3"), (2.345, "2.3")])
def test_numbers(value, shown):
    assert number(value) == shown
