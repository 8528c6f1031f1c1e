import argparse
from pathlib import Path

from scrapy.settings import Settings

from scrapy_bt.commands.shared.rule_library import add_library, described, folder_of
from scrapy_bt.core.rules.files.bundle import make_bundle
from tests.rulefiles import NEWS


def folder(*arguments, **settings):
    parser = argparse.ArgumentParser()
    add_library(parser)
    return folder_of(parser.parse_args(arguments), Settings(settings))


def test_the_folder_is_that_of_the_command_line_or_of_the_setting():
    assert folder("--library-folder", "a", BT_RULE_LIBRARY="b") == Path("a")
    assert folder(BT_RULE_LIBRARY="b") == Path("b")
    assert folder().parts[-2:] == ("scrapy_bt", "rules")


def test_a_rule_is_described_in_lines():
    lines = described(make_bundle(NEWS, file="f"))
    assert lines[0] == "rule:        News"
    assert "site:        The News https://news.test/" in lines
    assert not [line for line in lines if line.startswith("key")]


def test_hosts_are_told_also_where_the_rule_does_not_say_them():
    text = NEWS.replace("hosts:\n  - news.test\n", "")
    assert "hosts:       news.test" in described(make_bundle(text, file="f"))


def test_a_strangers_text_does_nothing_to_the_terminal():
    text = NEWS.replace("A. Writer", '"\\e[2J\\nlicence: mine"')
    assert "author:      ?[2J licence: mine" in described(make_bundle(text, file="f"))
