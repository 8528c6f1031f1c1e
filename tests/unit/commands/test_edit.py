import argparse

import pytest
from scrapy.exceptions import UsageError
from scrapy.settings import Settings

from scrapy_bt.commands import edit
from scrapy_bt.errors import BTError
from tests.rulefiles import NEWS

TREE = 'page :: visit "https://a.test/"\nmain :: and (x) { :page  print "{x}" }\n'


@pytest.fixture
def run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.bt").write_text(TREE)
    (tmp_path / "news.yaml").write_text(NEWS)

    def run(*words):
        parser = argparse.ArgumentParser()
        edit.add_arguments(parser)
        return edit.run(parser.parse_intermixed_args(words), Settings())

    return run


@pytest.mark.parametrize(
    ("words", "changed"),
    [
        (["insert", "main", "end"], TREE.replace('{x}" }', '{x}"  end }')),
        (["insert", "main", "end", "--at", "0"], TREE.replace("{ :page", "{ end  :page")),
        (["set", "main/1", "print 'a'"], TREE.replace('print "{x}"', "print 'a'")),
        (["delete", "main/1"], TREE.replace('  print "{x}"', "")),
        (["move", "main/1", "main", "--at", "0"], TREE.replace(':page  print "{x}"', 'print "{x}"  :page')),
        (["copy", "page", ".", "--name", "other"], TREE + 'other :: visit "https://a.test/"\n'),
        (
            ["wrap", "main/0", "while x", "--count", "2"],
            TREE.replace(":page", "while x { :page").replace('"{x}" }', '"{x}" } }'),
        ),
        (["rename", "page", "list"], TREE.replace("page", "list")),
        (["rename", "x", "y", "--variable"], TREE.replace("(x)", "(y)").replace("{x}", "{y}")),
    ],
)
def test_a_tree_is_changed_shown_and_taken_back(run, tmp_path, capsys, words, changed):
    path = tmp_path / "a.bt"
    run("a.bt", *words, "--diff")
    assert path.read_text() == TREE
    shown = capsys.readouterr().out
    run("a.bt", *words)
    assert path.read_text() == changed
    assert capsys.readouterr().out == shown
    run("a.bt", "undo")
    assert path.read_text() == TREE


def test_a_rule_file_is_changed_by_its_fields(run, tmp_path):
    path = tmp_path / "news.yaml"
    assert run("news.yaml", "set", "layers/list/tags/more/start", "'<h3>'") == 0
    assert run("news.yaml", "rename", "layers/article/tags/text", "body") == 0
    assert "parent: body" in path.read_text()
    assert run("news.yaml", "insert", "layers/article/tags", "{tag: date, rematch: '[0-9]+'}") == 0
    assert "      - tag: date\n        rematch: '[0-9]+'\n" in path.read_text()
    with pytest.raises(BTError, match="nothing to wrap"):
        run("news.yaml", "wrap", "layers/0", "if x")


def test_faults_of_the_changed_file_are_told_with_the_status(run, capsys):
    assert run("a.bt", "insert", "main", ":pgae") == 1
    assert "did you mean `:page`?" in capsys.readouterr().err


def test_too_few_words_are_told(run):
    with pytest.raises(UsageError, match="insert takes PATH TEXT"):
        run("a.bt", "insert", "main")
