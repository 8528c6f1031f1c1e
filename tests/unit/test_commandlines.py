"""Command lines that are shown: what they are given comes out of the parsers of the commands themselves."""

import argparse
import shlex
from importlib import import_module

import pytest

from scrapy_bt.commandlines import command_line
from scrapy_bt.commands.bt import BT
from scrapy_bt.commands.entities import ENTITIES
from scrapy_bt.commands.rules import RULES
from scrapy_bt.commands.shared.subcommands import Subcommands, parse

NAMES = ("shop", "-shop", "--all", "--", "-n", "a b'c", "-1e+06", "$(x) `y`\n", "…")
BELOW = {"rules": RULES, "entities": ENTITIES}


def read(line: str) -> argparse.Namespace:
    """As the command reads its words."""
    words = shlex.split(line)
    assert words[:2] == ["scrapy", "bt"]
    family: Subcommands = BELOW.get(words[2], BT)
    at = 3 if family is not BT else 2
    parser = argparse.ArgumentParser(exit_on_error=False)
    import_module(family.module_of(words[at])).add_arguments(parser)
    return parse(parser, words[at + 1 :])


@pytest.mark.parametrize("name", NAMES)
def test_a_name_is_read_as_it_is(name: str) -> None:
    assert read(command_line(["scrapy", "bt", "pause"], [name], [("--node", name)])).name == name
    assert read(command_line(["scrapy", "bt", "pause"], ["shop"], [("--node", name)])).node == name
    assert read(command_line(["scrapy", "bt", "boost"], ["-30", name])).seconds == -30
    assert read(command_line(["scrapy", "bt", "boost"], ["-1e+06", name], [("--tree", name)])).name == name
    dead = read(command_line(["scrapy", "bt", "dead"], ["requeue", name], [("--all", None)]))
    assert (dead.action, dead.words, dead.all) == ("requeue", [name], True)
    assert read(command_line(["scrapy", "bt", "rules", "search"], [name], [("--server", "http://a")])).words == [name]
    assert read(command_line(["scrapy", "bt", "entities", "prefer"], [name, "-2"], [("--crawl", name)])).crawl == name


@pytest.mark.parametrize("text", NAMES)
def test_a_part_of_a_file_is_read_as_it_is(text: str) -> None:
    told = read(command_line(["scrapy", "bt", "edit"], ["a.bt", "set", "main/0", text], [("--name", text)]))
    assert (str(told.file), told.operation, told.words, told.name) == ("a.bt", "set", ["main/0", text], text)


def test_a_plain_line_has_its_operands_first() -> None:
    line = command_line(["scrapy", "bt", "pause"], ["shop"], [("--node", "detail")])
    assert line == "scrapy bt pause shop --node detail"
    assert command_line(["scrapy", "bt", "boost"], ["-30", "shop"]) == "scrapy bt boost -30 shop"
