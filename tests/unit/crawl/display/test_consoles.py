import sys
from io import StringIO

from rich.table import Table
from rich.text import Text

from scrapy_bt.crawl.display.consoles import open_console
from scrapy_bt.crawl.display.terminal import ShowingStream


def test_the_consoles_own_sequences_go_through_and_those_of_texts_do_not(monkeypatch) -> None:
    stream = StringIO()
    monkeypatch.setattr(sys, "stderr", ShowingStream(stream))
    console = open_console(stderr=True, force_terminal=True, color_system="standard", width=80)
    table = Table("name")
    table.add_row(Text("odd\x1b]0;x\x07\u202e", style="red"))
    console.print(table)
    console.print("plain\x9b", Text("\x1b[2J"))
    written = stream.getvalue()
    assert "\x1b[31m" in written
    assert "\x1b]" not in written
    assert "\x1b[2J" not in written
    assert not set("\x07\x9b\u202e") & set(written)
    assert r"\u001b[2J" in written
