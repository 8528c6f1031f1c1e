import pytest
from rich.table import Table

from scrapy_bt.commands.shared.screen import Screen, visible


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a\nb", "a\nb"),
        ("\x1b]0;x\x07", "␛]0;x␇"),
        ("a\tb\rc", "a␉b␍c"),
        ("\x9b31m\u202e\u200f", "\ufffd31m\ufffd\ufffd"),
        ("a\xa0b\u3000c", "a b c"),
        ("中文 ⏎ é", "中文 ⏎ é"),
    ],
)
def test_what_could_do_something_to_a_terminal_is_shown(text, shown):
    assert visible(text) == shown


def test_lines_and_tables_are_printed(capsys):
    screen = Screen()
    screen.line("a " * 100, ("\x1b[31mred", "bold"))
    table = Table()
    table.add_column("x")
    screen.show(table)
    first, *rest = capsys.readouterr().out.splitlines()
    assert first == "a " * 100 + "␛[31mred"
    assert any("x" in line for line in rest)
