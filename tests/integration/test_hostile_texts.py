"""Texts of strangers reach the terminal as escapes, by whichever command, and no written file holds them raw."""

from __future__ import annotations

import json
import re
import subprocess
import sys

import pytest
from scrapy.cmdline import execute
from scrapy.settings import Settings

from scrapy_bt.commands.bt import SUBCOMMANDS
from scrapy_bt.commands.rules import SUBCOMMANDS as OF_RULES
from scrapy_bt.core.language.parser import parse
from scrapy_bt.core.tree.task import Frame, Task, encode_task
from scrapy_bt.frontier.completion import Requeue
from scrapy_bt.frontier.entries import Bucket, Entry
from scrapy_bt.frontier.journal import Journal
from scrapy_bt.frontier.memory import MemoryFrontier

HOSTILE = "\x1b]0;owned\x07\x9b31m\x7f\u202egpj\u2066"
CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")
ESCAPED = r"\u001b]0;owned\u0007\u009b31m\u007f\u202egpj\u2066"


@pytest.fixture
def scrapy(tmp_path, monkeypatch, capfd):
    """Run a command line: its status, and all that it printed."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("SCRAPY_SETTINGS_MODULE", raising=False)

    def run(*words: str) -> tuple[int, str]:
        with pytest.raises(SystemExit) as ended:
            execute(["scrapy", *map(str, words)], Settings())
        shown = "".join(capfd.readouterr())
        assert CONTROL.findall(shown) == [], (words, shown)
        return int(ended.value.code or 0), shown

    return run


# Without these a command says only that they are missing.
NEEDED = {
    ("rules", "suggest"): ("--take", "a"),
    ("rules", "withdraw"): ("--reason", "a"),
    ("rules", "serve"): ("--database", "a"),
    ("try",): (HOSTILE,),
}
COMMANDS = [(name,) for name in SUBCOMMANDS] + [("rules", name) for name in OF_RULES]


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_every_command_shows_what_it_is_given(scrapy, words) -> None:
    needed = NEEDED.get(words, ())
    code, shown = scrapy("bt", *words, *needed, HOSTILE, HOSTILE, f"--odd{HOSTILE}")
    assert code == 2
    assert "owned" in shown


def test_what_is_no_command_is_shown(scrapy) -> None:
    assert ESCAPED in scrapy("bt", HOSTILE)[1]
    assert ESCAPED in scrapy("bt", "rules", HOSTILE)[1]


@pytest.mark.parametrize("name", ["check", "format", "graph", "generate", "run", "explain", "infer"])
def test_a_file_that_is_missing_is_shown(scrapy, name) -> None:
    assert ESCAPED in scrapy("bt", name, f"{HOSTILE}.bt")[1]


@pytest.mark.parametrize("words", [("check",), ("check", "--json"), ("format", "--check"), ("graph",), ("run",)])
def test_lines_of_a_tree_are_shown(scrapy, tmp_path, words) -> None:
    (tmp_path / "a.bt").write_text(f'main :: and {{ :page }}\npage :: vist "https://a.test/{HOSTILE}"\n', "utf-8")
    assert "vist" in scrapy("bt", *words, "a.bt")[1]


def test_names_of_files_are_shown(scrapy, tmp_path) -> None:
    tree = tmp_path / "trees" / f"{HOSTILE}.bt"
    tree.parent.mkdir()
    tree.write_text("main :: and { :nobody }\n")
    assert ESCAPED in scrapy("bt", "check", "trees")[1]
    tree.write_text("main")
    assert ESCAPED in scrapy("bt", "format", "trees")[1]


@pytest.mark.parametrize("words", [("check",), ("check", "--json"), ("format",), ("convert",), ("export",)])
def test_lines_of_a_rule_are_shown(scrapy, tmp_path, words) -> None:
    (tmp_path / "r.yaml").write_text(
        f"name: r\nlayers: # {HOSTILE[-5:]}\n  - oddity: '\u202e{HOSTILE[-3:]}'\n", "utf-8"
    )
    scrapy("bt", "rules", *words, "r.yaml")


def test_texts_of_pages_are_shown(scrapy, tmp_path) -> None:
    (tmp_path / "page.html").write_text(f"<ul><li>one {HOSTILE}</li><li>two {HOSTILE}</li></ul>", "utf-8")
    assert "takes" in scrapy("bt", "rules", "suggest", "page.html", "--take", "two")[1]
    assert json.loads(scrapy("bt", "rules", "suggest", "page.html", "--take", "two", "--json")[1])["page"]


def entry(number: int, **request: object) -> dict[str, object]:
    return {
        "startedDateTime": f"2026-01-01T00:00:{number:02}Z",
        "time": 5,
        "request": {
            "method": "GET", "url": f"https://shop.test/{number}?x={HOSTILE}",
            "headers": [{"name": "X-Odd", "value": HOSTILE}], **request,
        },
        "response": {
            "status": 200,
            "headers": [{"name": "Content-Type", "value": "text/html"}],
            "content": {"mimeType": "text/html", "text": f"<title>{HOSTILE}</title><p class='a'>{HOSTILE}"},
        },
    }  # fmt: skip


def test_what_a_recording_holds_is_shown_and_written_as_escapes(scrapy, tmp_path) -> None:
    entries = [
        entry(1),
        entry(2, method=HOSTILE),
        entry(3, url=f"https://{HOSTILE}.test/"),
        entry(4, method="POST", postData={"mimeType": "application/json", "text": json.dumps({HOSTILE: HOSTILE})}),
        entry(5, method="POST", postData={"mimeType": f"text/{HOSTILE}", "_file": HOSTILE}),
        entry(6, method="POST", postData={"mimeType": "text/plain", "text": HOSTILE}),
    ]
    made = 0
    for number, each in enumerate(entries):
        (tmp_path / f"{number}.har").write_text(json.dumps({"log": {"entries": [each]}}))
        tree = tmp_path / f"{number}.bt"
        scrapy("bt", "infer", f"{number}.har", "--replay", "none", "-o", tree)
        if tree.exists():
            made += 1
            text = tree.read_text("utf-8")
            assert CONTROL.findall(text) == []
            assert parse(text).entries
            assert scrapy("bt", "check", tree)[0] == 0
            assert scrapy("bt", "explain", tree)[0] == 0
    assert made == 4
    assert "owned" in scrapy("bt", "infer", "0.har", "--replay", "none")[1]


def test_dead_letters_are_shown(scrapy, tmp_path) -> None:
    place = tmp_path / "job" / "bt"
    place.mkdir(parents=True)
    frontier = MemoryFrontier(lambda _: 0.0, limits={}, journal=Journal(place))
    payload = encode_task(Task([Frame(1, {"title": HOSTILE, HOSTILE: [HOSTILE]})]))
    frontier.put([Requeue(Entry(Bucket(f"shop{HOSTILE}", f"main/{HOSTILE}"), payload))])
    (lease,) = frontier.lease(1)
    frontier.bury(lease, f"no page {HOSTILE}")
    frontier.close()
    for words in (("list",), ("list", "--json"), ("show", "1"), ("show", "1", "--json")):
        assert ESCAPED in scrapy("bt", "dead", *words, "--jobdir", tmp_path / "job")[1]


def test_json_that_is_printed_keeps_its_values(scrapy, tmp_path) -> None:
    (tmp_path / f"{HOSTILE}.bt").write_text("main :: and { :nobody }\n")
    told = json.loads(scrapy("bt", "check", "--json", f"{HOSTILE}.bt")[1])
    assert told[0]["file"] == f"{HOSTILE}.bt"


def test_the_name_of_a_spiders_file_is_shown(tmp_path) -> None:
    (tmp_path / f"{HOSTILE}.py").write_text("import scrapy\n")
    command = [sys.executable, "-m", "scrapy", "runspider", f"{HOSTILE}.py"]
    # In a process of its own, since the command installs a reactor.
    ended = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    shown = ended.stdout + ended.stderr
    assert "owned" in shown
    assert CONTROL.findall(shown) == []
