"""Models are trained, judged and written."""

from pathlib import Path

import pytest

from scrapy_bt.learning.shelf import read_models
from tests.redesigns import write_labelled


def test_numbers_that_are_none_are_refused(heal, tmp_path):
    with pytest.raises(SystemExit):
        heal("train", tmp_path, "-o", "m", "--rounds", "0")


def test_models_are_trained_and_written(heal, tmp_path, capsys):
    folder = write_labelled(tmp_path / "pages", sites=12)
    assert heal("train", folder, "--rounds", "6", "-o", "m.json.gz", "--line", "0.5", "0.25") == 0
    told = capsys.readouterr()
    assert told.out == "written: m.json.gz\n"
    assert "36 pages, 12 pairs, 6 lists" in told.err
    assert read_models(Path("m.json.gz"))[0].line == (0.5, 0.25)
    assert heal("evaluate", folder / "lists", "--models", "m.json.gz") == 0


def test_too_few_sites_are_told(heal, tmp_path, capsys):
    assert heal("train", write_labelled(tmp_path / "pages", sites=1), "-o", "m") == 1
    assert "too few" in capsys.readouterr().err


def test_a_folder_that_is_not_there_is_told(heal, capsys):
    assert heal("train", "none", "-o", "m") == 1
    assert "there is no folder none" in capsys.readouterr().err
