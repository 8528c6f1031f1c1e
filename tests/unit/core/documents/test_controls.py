import json
import re
from importlib.resources import files

import pytest

from scrapy_bt.core.documents.controls import CONTROLS, shown


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("plain é 數\n\ttext", "plain é 數\n\ttext"),
        ("\x1b]0;title\x07", r"\u001b]0;title\u0007"),
        ("a\rb\x00\x7f\x85\x9b", r"a\u000db\u0000\u007f\u0085\u009b"),
        ("\u202egpj.exe\u2066\u2028", r"\u202egpj.exe\u2066\u2028"),
        ("a line\r\nof a file\r\n\r", "a line\r\nof a file\r\n\\u000d"),
        ("می\u200cخواهم", "می\u200cخواهم"),
    ],
)
def test_what_does_something_is_shown_as_an_escape(text, expected) -> None:
    assert shown(text) == expected


def test_json_stays_the_same_value() -> None:
    value = {"a": "\u202e\x9b\x7f", "b": "\x1b"}
    assert json.loads(shown(json.dumps(value, ensure_ascii=False))) == value


def test_the_scripts_of_the_console_show_them_but_for_those_that_end_lines():
    script = (files("scrapy_bt.console") / "static" / "session.js").read_text("utf-8")
    (signs,) = re.findall(r"text\.replace\(/(\[.+?\])/g", script)
    ours, theirs = re.compile(f"[{CONTROLS}]"), re.compile(signs)
    characters = map(chr, range(0x10000))
    assert [each for each in characters if ours.match(each) and not theirs.match(each)] == ["\r"]
