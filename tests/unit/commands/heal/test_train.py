"""Models are trained, judged and written."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from scrapy_bt.core.healing.perception.observations import Observation
from scrapy_bt.core.healing.proposals import State
from scrapy_bt.learning import heal_page
from scrapy_bt.learning.shipped_models import SHIPPED, read_models
from tests.redesigns import FIELDS, NEW, OLD, write_labelled

pytestmark = pytest.mark.training


def test_numbers_that_are_none_are_refused(heal, tmp_path):
    with pytest.raises(SystemExit):
        heal("train", tmp_path, "-o", "m", "--rounds", "0")
    with pytest.raises(SystemExit):
        heal("train", tmp_path, "-o", "m", "--each", "recipe", "0")


def test_models_are_trained_and_written(heal, tmp_path, capsys):
    folder = write_labelled(tmp_path / "pages", sites=12)
    line = "--line", "0.5", "0.25", "0.125"
    assert heal("train", folder, "--rounds", "6", "-o", "m.json.gz", *line, "--each", "news", "2") == 0
    told = capsys.readouterr()
    assert told.out == "written: m.json.gz\n"
    assert "18 pages, 12 pairs, 6 lists" in told.err
    assert read_models(Path("m.json.gz"))[0].line == (0.5, 0.25, 0.125)
    assert heal("evaluate", folder / "lists", "--models", "m.json.gz") == 0


def test_lists_are_trained_alone_and_fields_are_kept(heal, tmp_path, capsys):
    folder = write_labelled(tmp_path / "pages", sites=12)
    assert heal("train", folder, "--keep-fields", SHIPPED, "-o", "m.json.gz") == 0
    assert "rows whole" in capsys.readouterr().out
    kept, lists = read_models(Path("m.json.gz"))
    assert kept == read_models(SHIPPED)[0]
    assert lists != read_models(SHIPPED)[1]


def test_there_is_one_line(heal, tmp_path):
    with pytest.raises(SystemExit):
        heal("train", tmp_path, "-o", "m", "--keep-fields", SHIPPED, "--line", "0.5", "0.25", "0.125")


def test_fields_without_lists_are_told(heal, tmp_path, capsys):
    folder = write_labelled(tmp_path / "pages", sites=1)
    assert heal("train", folder / "pages", "-o", "m", "--keep-fields", SHIPPED) == 1
    assert "no labelled lists" in capsys.readouterr().err


def test_too_few_sites_are_told(heal, tmp_path, capsys):
    assert heal("train", write_labelled(tmp_path / "pages", sites=1), "-o", "m") == 1
    assert "too few" in capsys.readouterr().err


def test_a_folder_that_is_not_there_is_told(heal, capsys):
    assert heal("train", "none", "-o", "m") == 1
    assert "there is no folder none" in capsys.readouterr().err


def test_the_same_seed_gives_the_same_file_in_every_process(tmp_path):
    folder = write_labelled(tmp_path / "pages", sites=9)
    written = []
    for order in ("1", "2"):
        # Sets of texts have another order in each process, which must not tell.
        output = tmp_path / f"{order}.json.gz"
        words = ["train", str(folder), "--rounds", "4", "--line", "0", "1", "0", "-o", str(output)]
        subprocess.run(
            [sys.executable, "-m", "scrapy", "bt", "heal", *words],
            check=True,
            cwd=tmp_path,
            env=os.environ | {"PYTHONHASHSEED": order},
        )
        written.append(output.read_bytes())
    assert written[0] == written[1]


def test_a_sequence_model_is_trained_judged_and_heals(heal, tmp_path, capsys):
    pytest.importorskip("jax")
    folder = write_labelled(tmp_path / "pages")
    told = ("--folds", "--sequence", "--steps", "2", "--rounds", "3")
    assert heal("train", folder, "--sequence", "-o", "m", "--steps", "2", "--line", "0.5", "0.25", "0.125") == 0
    assert capsys.readouterr().out == "written: m\n"
    assert heal_page(OLD, FIELDS, [NEW], sequence=Path("m")).keys() == FIELDS.keys()
    assert heal("evaluate", folder, *told) == 0
    assert "with a sequence model" in capsys.readouterr().out


def test_a_sequence_model_has_a_file_of_its_own(heal, tmp_path):
    with pytest.raises(SystemExit):
        heal("train", tmp_path, "-o", "m", "--sequence", "--keep-fields", SHIPPED)
    with pytest.raises(SystemExit):
        heal("evaluate", tmp_path, "--sequence")


def test_without_a_source_models_learn_on_from_what_was_accepted(heal, filing, capsys):
    seen = [Observation("Shop.parse", "css h1::text", "h1::text", 1, 0, ("x",))]
    for number in range(8):
        state, tag = ("good", "h1") if number < 4 else ("failing", "h2")
        filing.store.add_page(
            "shop", "Shop.parse", state=state, url=f"https://shop.test/{number}", status=200,
            markup=f"<main><{tag}>Thing {number} of it</{tag}><p>{number}</p></main>", seen=seen,
        )  # fmt: skip
    assert heal("train", "-o", "m.json.gz") == 1
    assert "nothing was accepted here yet" in capsys.readouterr().err
    filing.store.proposals.decide(filing.file().id, State.ACCEPTED, selector="h2::text")
    assert heal("train", "-o", "m.json.gz") == 1
    assert "there are 4 repaired fields: models learn on from 6 at least" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        heal("train", "-o", "m", "--sequence")


def test_learned_on_models_are_judged_and_written(heal, filing, capsys, monkeypatch):
    pytest.importorskip("lightgbm")

    def write(_, folder):
        write_labelled(folder / "made")
        return 12

    monkeypatch.setattr("scrapy_bt.commands.heal.train.write_labelled", write)
    assert heal("train", "-o", "m.json.gz") == 0
    told = capsys.readouterr().out
    assert "as before" in told
    assert "learned on" in told
    shipped, tuned = (read_models(path) for path in (SHIPPED, Path("m.json.gz")))
    assert tuned[1] == shipped[1]
    assert len(tuned[0].typed.trees) > len(shipped[0].typed.trees)
