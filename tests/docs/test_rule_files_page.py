"""The page on rule files shows what the commands print, and its tables are those of the code."""

import doctest
import shlex
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from scrapy.settings import Settings

from scrapy_bt.commands.bt import BT
from scrapy_bt.core.language.printer import print_document
from scrapy_bt.core.rules.compiler import rule_document
from scrapy_bt.core.rules.files.formatter import format_rule
from scrapy_bt.core.tree.inplace import write_in_place
from scrapy_bt.crawl.project.rulefiles import load_rule
from tests.docs import rulefaults
from tests.docs.blocks import DOCS, Command, read_blocks, read_commands

PAGE = DOCS / "rules" / "files.md"
BLOCKS = list(read_blocks(PAGE))


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("SCRAPY_SETTINGS_MODULE", raising=False)
    for block in BLOCKS:
        if block.caption:
            (tmp_path / block.caption).write_text(block.text, encoding="utf-8")
    return tmp_path


def run(command: Command, capsys: pytest.CaptureFixture[str]) -> str:
    """Do what a line says and return what it prints."""
    words = shlex.split(command.line)
    if words[0] == "openssl":  # always the same key, so that its fingerprint is
        key = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
        Path(words[-1]).write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
        return ""
    assert words[:3] == ["scrapy", "bt", "rules"]
    BT.run("rules", words[3:], Settings({"BT_RULE_LIBRARY": "library"}))
    printed = capsys.readouterr()
    return printed.out + printed.err


def test_the_commands_print_what_is_shown(folder, capsys):
    for block in BLOCKS:
        if block.language == "console":
            for command in read_commands(block):
                assert run(command, capsys) == command.output, f"{block}: {command.line}"


def test_the_session_goes_as_shown(folder):
    sessions = [block.text for block in BLOCKS if block.language == "pycon"]
    assert sessions
    test = doctest.DocTestParser().get_doctest("\n".join(sessions), {}, PAGE.name, str(PAGE), 0)
    told: list[str] = []
    doctest.DocTestRunner(verbose=False).run(test, out=told.append)
    assert "".join(told) == ""


def test_its_tree_is_the_one_that_is_shown(folder):
    (shown,) = (block.text for block in read_blocks(DOCS / "rules" / "running.md") if block.language == "bt")
    document = rule_document(load_rule(folder / "news.yaml"), "../rules/news.yaml")
    assert print_document(write_in_place(document).document) == shown


def test_the_example_is_canonical():
    (text,) = (block.text for block in BLOCKS if block.caption == "news.yaml")
    assert format_rule(text, file="news.yaml") == text


def test_the_tables_are_those_of_the_code():
    page = PAGE.read_text("utf-8")
    assert rulefaults.replaced(page) == page, "write the tables anew: python -m tests.docs.rulefaults"


def test_every_code_of_a_fault_is_told():
    told = {code for examples in rulefaults.EXAMPLES.values() for code in examples} | rulefaults.TOLD_ELSEWHERE
    assert sorted(rulefaults.codes_in_source() - told) == []
    assert sorted(told - rulefaults.codes_in_source()) == []
