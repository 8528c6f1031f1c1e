"""The table of how good healing is."""

import json

import pytest

from tests.redesigns import write_labelled

pytestmark = pytest.mark.training


def test_the_shipped_models_are_judged(heal, tmp_path, capsys):
    folder = write_labelled(tmp_path / "pages", sites=3)
    assert heal("evaluate", folder) == 0
    told = capsys.readouterr()
    assert "right when forced" in told.out
    assert "rows whole (P, R ≥ .95)" in told.out
    assert "--folds" in told.err
    assert heal("evaluate", folder, "--json") == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert {line["field"] for line in lines} >= {"title", "case_names"}


def test_what_is_wrong_is_told(heal, tmp_path, capsys):
    assert heal("evaluate", "none") == 1
    assert "there is no folder none" in capsys.readouterr().err
    assert heal("evaluate", tmp_path) == 1
    assert "no labelled pages" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        heal("evaluate", tmp_path, "--folds", "--models", "m")
    with pytest.raises(SystemExit):
        heal("evaluate", tmp_path, "--each", "recipe", "2")
    assert "--each is for training" in capsys.readouterr().err


def test_folds_learn_from_a_part_of_the_pages_as_training_does(heal, tmp_path, capsys):
    pytest.importorskip("lightgbm")
    folder = write_labelled(tmp_path / "pages")
    assert heal("evaluate", folder, "--folds", "--rounds", "3", "--each", "news", "1000") == 1
    assert "labelled pages of 1 sites are too few" in capsys.readouterr().err


def test_what_each_idea_adds_is_told(heal, tmp_path, capsys, monkeypatch):
    pytest.importorskip("lightgbm")
    folder = write_labelled(tmp_path / "pages", sites=6)
    monkeypatch.setattr("scrapy_bt.learning.ablation.ROUNDS", 3)
    monkeypatch.setattr("scrapy_bt.learning.ablation.IDEAS", {"kinds of fields": lambda name: name.startswith("type ")})
    assert heal("evaluate", folder, "--ablation") == 0
    told = capsys.readouterr().out
    assert "everything, and embeddings of nodes" in told
    assert "without kinds of fields" in told


def test_kinds_that_are_left_out_of_training_are_judged(heal, tmp_path, capsys):
    pytest.importorskip("lightgbm")
    folder = write_labelled(tmp_path / "pages", sites=6)
    assert heal("evaluate", folder, "--left-out", "title", "paragraph", "--rounds", "3") == 0
    told = capsys.readouterr().out
    assert "pairs, kinds left out of training" in told
    assert [line.split()[0] for line in told.splitlines() if " of 6 " in line or " of 12 " in line] == [
        "title",
        "paragraph",
        "all",
    ]
    assert heal("evaluate", folder, "--left-out", "price") == 1
    assert "no pair has fields of the kind 'price'" in capsys.readouterr().err
