import json

import pytest

from tests.rulefiles import NEWS


@pytest.fixture
def library(folder, rules, capsys):
    for name in ("News", "Weather"):
        (folder / "a.yaml").write_text(NEWS.replace("rule: News", f"rule: {name}"), encoding="utf-8")
        assert rules("export", "a.yaml", "--library") == 0
    capsys.readouterr()
    return folder / "library"


def test_rules_are_found_by_words(library, rules, capsys):
    assert rules("search", "weather", "texts") == 0
    shown = capsys.readouterr().out
    assert shown.startswith("weather-")
    assert "  licence:     CC0-1.0\n" in shown
    assert shown.endswith(f"1 rule in {library}\n")


def test_without_words_all_are(library, rules, capsys):
    assert rules("search", "--json") == 0
    records = json.loads(capsys.readouterr().out)
    assert [record["rule"] for record in records] == ["News", "Weather"]
    assert records[0]["name"].endswith(".bt-rule")


def test_nothing_found_ends_with_1(library, rules, capsys):
    assert rules("search", "lamps") == 1
    assert capsys.readouterr().out == f"0 rules in {library}\n"


def test_broken_files_are_told(library, rules, capsys):
    (library / "x.bt-rule").write_text("")
    assert rules("search") == 0
    assert "left out: " in capsys.readouterr().err


def test_a_library_that_is_not_there_is_told(library, rules, capsys):
    with pytest.raises(SystemExit):
        rules("search", "--library-folder", "nowhere")
    assert "there is no folder nowhere" in capsys.readouterr().err
