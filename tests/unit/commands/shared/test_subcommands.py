"""Subcommands are found by their names, and say what is wrong without a traceback."""

import sys
from argparse import Namespace
from dataclasses import replace
from types import ModuleType

import pytest
from scrapy.exceptions import UsageError
from scrapy.settings import Settings

from scrapy_bt.commands.shared.subcommands import Subcommands
from scrapy_bt.errors import BTError


@pytest.fixture
def fruit(monkeypatch):
    """A command with the subcommands `eat` and `import`, whose word says how they end."""

    def run(options, settings):
        if options.word == "usage":
            raise UsageError("not so")
        if options.word == "fault":
            raise BTError("a.bt:1:1: mend it")
        return int(options.word)

    for name in ("eat", "import_"):
        module = ModuleType(f"fruit.{name}")
        module.add_arguments = lambda parser: parser.add_argument("word")
        module.run = run
        monkeypatch.setitem(sys.modules, f"fruit.{name}", module)
    monkeypatch.setitem(sys.modules, "fruit", ModuleType("fruit"))
    return Subcommands("scrapy fruit", "fruit", {"eat": "bite and chew", "import": "bring some"})


def test_the_exit_status_is_the_subcommands(fruit):
    assert fruit.run("eat", ["3"], Settings()) == 3


def test_a_module_may_not_have_the_name_of_a_keyword(fruit):
    assert fruit.run("import", ["0"], Settings()) == 0


def test_an_unknown_name_is_said_with_the_nearest_or_with_all(fruit, capsys):
    assert fruit.run("eet", [], Settings()) == 2
    assert capsys.readouterr().err == "there is no 'scrapy fruit eet'; did you mean 'scrapy fruit eat'?\n"
    assert fruit.run("xyz", [], Settings()) == 2
    assert capsys.readouterr().err == "there is no 'scrapy fruit xyz'; there are: eat, import\n"


def test_a_wrong_use_shows_the_usage_and_ends_with_2(fruit, capsys):
    with pytest.raises(SystemExit) as ended:
        fruit.run("eat", ["usage"], Settings())
    assert ended.value.code == 2
    shown = capsys.readouterr().err
    assert shown.startswith("usage: scrapy fruit eat")
    assert shown.endswith("error: not so\n")


def test_a_word_of_two_dashes_is_told_as_it_was_written(fruit, capsys):
    sys.modules["fruit.eat"].add_arguments = lambda parser: parser.add_argument("word", type=int)
    with pytest.raises(SystemExit):
        fruit.run("eat", ["--", "--"], Settings())
    assert "invalid int value: '--'" in capsys.readouterr().err


def test_what_has_to_be_mended_is_printed_without_a_traceback(fruit, capsys):
    assert fruit.run("eat", ["fault"], Settings()) == 2
    assert capsys.readouterr().err == "a.bt:1:1: mend it\n"


def test_without_words_the_default_is_run_or_it_is_told_which_there_are(fruit, monkeypatch, capsys):
    nothing = Namespace(words=[])
    assert fruit.run_words(nothing, Settings()) == 0
    assert capsys.readouterr().out == f"{fruit.usage()}\n"
    monkeypatch.setattr(sys.modules["fruit.eat"], "add_arguments", lambda parser: parser.set_defaults(word="4"))
    assert replace(fruit, default="eat").run_words(nothing, Settings()) == 4


def test_the_overview_has_a_line_for_each(fruit):
    assert fruit.usage() == (
        "Usage:\n  scrapy fruit SUBCOMMAND …\n\n"
        "Subcommands:\n  eat     bite and chew\n  import  bring some\n\n"
        "More about one: scrapy fruit SUBCOMMAND --help"
    )
