"""How far two pages are from each other."""

import json
from pathlib import Path

from scrapy_bt.commands.shared.healing_reports import print_report
from scrapy_bt.learning.evaluation import Verdict
from tests.redesigns import NEW, OLD


def test_measures_and_fields_are_told(heal, capsys):
    Path("old.html").write_text(OLD)
    Path("new.html").write_text(NEW)
    assert heal("report", "old.html", "new.html", "-s", "h1.headline") == 0
    told = capsys.readouterr().out
    assert "cosine of PageRanks" in told
    assert "Market opens late" in told
    assert heal("report", "old.html", "old.html", "--json") == 0
    assert json.loads(capsys.readouterr().out)["edits"] == 0.0


def test_what_is_wrong_is_told(heal, capsys):
    Path("old.html").write_text(OLD)
    assert heal("report", "old.html", "none.html") == 1
    assert "none.html cannot be read" in capsys.readouterr().err
    assert heal("report", "old.html", "old.html", "-s", "h7") == 1
    assert "'h7' finds nothing there" in capsys.readouterr().err


def test_each_source_has_a_table_and_second_pages_one(capsys):
    one = Verdict("news", "p", "title", True, False, True, True, 0.9, 3.0, 0.4)
    print_report([one], [one], [], [("title", True), ("title", False)])
    told = capsys.readouterr().out
    assert "news\n" in told
    assert "news, blind to equal texts" in told
    assert "1 of 2 (50.0%)" in told
