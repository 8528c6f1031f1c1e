import json
import sys
from argparse import ArgumentParser

import pytest
from scrapy.settings import Settings

from scrapy_bt.commands import generate
from scrapy_bt.commands.shared.projects import templates_folder

STUB = 'sign :: data { md5 = "a" }\npage :: visit "https://a.test/"\nmain :: and { :page  x = :sign }\n'


@pytest.fixture
def run(monkeypatch):
    monkeypatch.setattr(sys, "path", sys.path[:])
    monkeypatch.delenv("SCRAPY_SETTINGS_MODULE", raising=False)

    def run(*arguments):
        parser = ArgumentParser()
        generate.add_arguments(parser)
        return generate.run(parser.parse_args([str(argument) for argument in arguments]), Settings())

    return run


def test_beside_a_file_the_code_goes_to_a_folder_nodes(run, tmp_path, capsys):
    path = tmp_path / "shop.bt"
    path.write_text(STUB)
    assert run(path) == 0
    assert (tmp_path / "nodes" / "shop" / "sign.py").exists()
    printed = capsys.readouterr().out
    assert "written    nodes/shop/sign.py\n" in printed
    assert f"Test it, in {tmp_path}: python -m pytest tests\n" in printed
    assert run(path) == 0
    assert capsys.readouterr().out == "shop.bt lacks no code, and no answers are recorded to test it with\n"


def test_in_a_project_it_goes_to_the_projects_package_and_templates_come_from_there(run, tmp_path, monkeypatch):
    (tmp_path / "scrapy.cfg").write_text("[settings]\ndefault = shop.settings\n")
    for folder in ("shop", "trees", "templates/data"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "templates" / "data" / "md5.py.jinja").write_text("{% block body %}\nreturn 'own'\n{% endblock %}")
    path = tmp_path / "trees" / "a.bt"
    path.write_text(STUB)
    monkeypatch.setenv("SCRAPY_SETTINGS_MODULE", "shop.settings")
    assert run(path) == 0
    assert "return 'own'" in (tmp_path / "shop" / "nodes" / "a" / "sign.py").read_text()
    assert 'python "shop.nodes.a.sign:sign"' in path.read_text()


def test_another_package_may_be_named(run, tmp_path):
    path = tmp_path / "a.bt"
    path.write_text(STUB)
    assert run(path, "--package", "code.of_trees") == 0
    assert 'python "code.of_trees.a.sign:sign"' in path.read_text()


def test_faults_are_listed_and_nothing_is_written(run, tmp_path, capsys):
    path = tmp_path / "a.bt"
    path.write_text(STUB + "main :: and { }\n")
    assert run(path) == 1
    captured = capsys.readouterr()
    assert "a.bt:4:1: `main` stands here a second time" in captured.out
    assert captured.err == f"1 fault in {path}: nothing was generated\n"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(
    ("name", "arguments", "message"),
    [
        ("my-shop.bt", (), "'my-shop' cannot be the name of one"),
        ("a.bt", ("--package", "a-b"), "--package a-b, and 'a-b' cannot be the name of one"),
    ],
)
def test_what_cannot_be_a_package_is_refused(run, tmp_path, capsys, name, arguments, message):
    path = tmp_path / name
    path.write_text(STUB)
    assert run(path, *arguments) == 1
    assert message in capsys.readouterr().err
    assert path.read_text() == STUB


def test_a_file_that_is_not_there_is_a_fault(run, tmp_path, capsys):
    assert run(tmp_path / "a.bt") == 1
    assert "the file cannot be read" in capsys.readouterr().out


def test_what_was_changed_by_hand_is_said_to_be_kept(run, tmp_path, capsys):
    path = tmp_path / "a.bt"
    path.write_text(STUB)
    run(path)
    (tmp_path / "nodes" / "aspects.py").write_text("from contextlib import nullcontext as woven\n")
    path.write_text(STUB)
    capsys.readouterr()
    assert run(path) == 0
    assert "kept       nodes/aspects.py: it was changed by hand\n" in capsys.readouterr().out


def test_the_templates_of_projects_hold_none_that_would_hide_ours():
    assert not (templates_folder() / "project" / "templates").exists()


def test_every_other_byte_of_the_file_stays(run, tmp_path):
    path = tmp_path / "a.bt"
    path.write_bytes(b"\xef\xbb\xbf" + STUB.replace("\n", "\r\n").encode())
    assert run(path) == 0
    line, *rest = path.read_bytes().split(b"\r\n")
    assert line == b'\xef\xbb\xbfsign :: data python "nodes.a.sign:sign" { md5 = "a" }'
    assert rest == [line.encode() for line in STUB.split("\n")[1:]]


def test_what_would_be_written_is_told_as_a_patch_and_nothing_is_written(run, tmp_path, capsys):
    path = tmp_path / "shop.bt"
    path.write_text(STUB)
    assert run(path, "--diff") == 0
    printed = capsys.readouterr().out
    assert "+++ b/nodes/shop/sign.py\n" in printed
    assert '-sign :: data { md5 = "a" }\n' in printed
    assert sorted(tmp_path.iterdir()) == [path]
    assert path.read_text() == STUB
    assert run(path, "--diff", "--json") == 0
    told = json.loads(capsys.readouterr().out)
    assert {"nodes/shop/sign.py", "nodes/generated.json", "shop.bt"} < {file["path"] for file in told["files"]}
    assert (told["kept"], told["completed"]) == ([], ["sign"])
    path.write_text(STUB + "main :: and { }\n")
    assert run(path, "--diff", "--json") == 1
    assert json.loads(capsys.readouterr().out)
