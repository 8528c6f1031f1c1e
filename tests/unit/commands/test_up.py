from pathlib import Path

import pytest
from scrapy.settings import Settings

from scrapy_bt.commands.bt import BT

FILE = "[workers]\nnav = 1\n"


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "scrapy.cfg").write_text("[settings]\ndefault = conf\n")
    (tmp_path / "workers.toml").write_text(FILE)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def up(*arguments):
    return BT.run("up", list(arguments), Settings({"REDIS_URL": "redis://127.0.0.1:1"}))


def test_it_needs_a_project(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit):
        up()
    assert "go to the folder of a project" in capsys.readouterr().err


def test_a_project_without_the_file_is_told(project, capsys):
    (project / "workers.toml").unlink()
    assert up() == 2
    assert "workers.toml:1:1: the file cannot be read" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (FILE.replace("1", "-1"), "workers.toml:2:7: `nav` is a number of processes, from 0 to 100"),
        (FILE + '[seeds]\nscheme = "topic.toml"\n', "topic.toml:1:1: the file cannot be read"),
    ],
)
def test_faults_of_the_files_are_told_before_anything_starts(project, capsys, text, message):
    (project / "workers.toml").write_text(text)
    assert up() == 2
    assert message in capsys.readouterr().err
    assert not (project / "logs").exists()


@pytest.mark.parametrize("number", ["nav", "nav=x", "nav=101", "=1", "nav=-1"])
def test_other_numbers_are_names_and_numbers(project, capsys, number):
    with pytest.raises(SystemExit):
        up("-w", number)
    assert "-w takes NAME=N" in capsys.readouterr().err


def test_somebody_has_to_work(project, capsys):
    with pytest.raises(SystemExit):
        up("-w", "nav=0")
    assert "no worker would run" in capsys.readouterr().err


def test_where_there_is_no_redis_one_line_says_so(project, capsys):
    assert up() == 2
    err = capsys.readouterr().err
    assert err.startswith("no Redis at redis://127.0.0.1:1/0")
    assert err.endswith("; for a look, scrapy bt up --practice starts one\n")
