import argparse
import os
import subprocess
import sys
from importlib import import_module

import pytest
from scrapy.cmdline import execute
from scrapy.settings import Settings

from scrapy_bt.commands.bt import BT, SUBCOMMANDS


def scrapy(*arguments):
    """Run a command line in this process and return its exit status."""
    with pytest.raises(SystemExit) as ended:
        execute(["scrapy", *arguments], Settings())
    return ended.value.code or 0


@pytest.mark.parametrize("arguments", [(), ("-h",), ("--help",)])
def test_alone_it_lists_the_subcommands(arguments, capsys):
    assert scrapy("bt", *arguments) == 0
    shown = capsys.readouterr().out
    assert all(f"  {name} " in shown for name in SUBCOMMANDS)


def test_an_unknown_subcommand_is_said_with_the_nearest(capsys):
    assert scrapy("bt", "chek", "a.bt") == 2
    assert capsys.readouterr().err == "there is no 'scrapy bt chek'; did you mean 'scrapy bt check'?\n"
    assert scrapy("bt", "xyz") == 2
    assert "there are: new, check," in capsys.readouterr().err


@pytest.mark.parametrize("name", SUBCOMMANDS)
def test_every_subcommand_has_its_own_help(name, capsys):
    assert scrapy("bt", name, "--help") == 0
    shown = capsys.readouterr().out
    assert shown.startswith(f"usage: scrapy bt {name}")
    assert SUBCOMMANDS[name][1:12] in shown


@pytest.mark.parametrize("name", SUBCOMMANDS)
def test_every_subcommand_is_a_module(name):
    module = import_module(BT.module_of(name))
    parser = argparse.ArgumentParser()
    module.add_arguments(parser)
    assert callable(module.run)


def test_a_wrong_command_line_ends_with_2(capsys):
    with pytest.raises(SystemExit) as ended:
        BT.run("graph", ["a.bt", "--as", "png"], Settings())
    assert ended.value.code == 2
    assert "invalid choice: 'png'" in capsys.readouterr().err


def test_scrapys_options_stand_before_the_subcommand_and_its_own_after_it(capsys, tmp_path):
    tree = tmp_path / "a.bt"
    tree.write_text("main :: and { }")
    assert scrapy("bt", "-s", "BT_TREES=elsewhere", "--nolog", "check", "--json", str(tree)) == 0
    assert capsys.readouterr().out == "[]\n"


def test_what_has_to_be_mended_first_is_said_without_a_traceback(capsys, tmp_path):
    assert BT.run("run", [str(tmp_path / "nowhere.bt")], Settings()) == 2
    assert "the file cannot be read" in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [("rules", "check", "--json", "long.yaml"), ("rules", "schema"), ("--help",)])
def test_who_stops_reading_ends_a_command_quietly(arguments, tmp_path):
    layers = "".join(f"- {{layer: l{number}, tags: [{{tig: t}}]}}\n" for number in range(300))
    (tmp_path / "long.yaml").write_text(f"rule: r\nlayers:\n{layers}")
    reading, writing = os.pipe()
    os.close(reading)
    command = [sys.executable, "-m", "scrapy", "bt", *arguments]
    ended = subprocess.run(command, cwd=tmp_path, stdout=writing, stderr=subprocess.PIPE, text=True, check=False)
    os.close(writing)
    assert (ended.returncode, ended.stderr) == (141, "")
