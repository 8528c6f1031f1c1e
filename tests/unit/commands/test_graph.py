import pytest
from scrapy.settings import Settings

from scrapy_bt.commands.bt import BT


@pytest.fixture
def tree(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "a.bt"
    path.write_text("main :: and { :lost }\n")
    return path


def run(*arguments):
    return BT.run("graph", list(arguments), Settings())


@pytest.mark.parametrize(
    ("arguments", "beginning"),
    [([], "flowchart"), (["--as", "mermaid"], "flowchart"), (["--as", "dot"], "digraph"), (["--as", "svg"], "<svg")],
)
def test_a_picture_is_printed(tree, capsys, arguments, beginning):
    assert run("a.bt", *arguments) == 0
    assert capsys.readouterr().out.startswith(beginning)


@pytest.mark.parametrize(
    ("name", "beginning"),
    [("a.svg", "<svg"), ("a.DOT", "digraph"), ("a.gv", "digraph"), ("a.mmd", "flowchart")],
)
def test_a_file_is_written_as_its_name_says(tree, capsys, name, beginning):
    assert run("a.bt", "-o", name) == 0
    assert tree.with_name(name).read_text("utf8").startswith(beginning)
    assert capsys.readouterr().out == ""


def test_a_name_that_says_nothing_is_refused(tree, capsys):
    with pytest.raises(SystemExit) as ended:
        run("a.bt", "-o", "a.png")
    assert ended.value.code == 2
    assert "'.png' is no picture format; use .mmd" in capsys.readouterr().err
    assert not tree.with_name("a.png").exists()


def test_the_option_is_stronger_than_the_name(tree):
    assert run("a.bt", "-o", "a.svg", "--as", "dot") == 0
    assert tree.with_name("a.svg").read_text().startswith("digraph")


def test_syntax_faults_are_said(tree, capsys):
    tree.write_text("main :: and {")
    assert run("a.bt") == 1
    assert capsys.readouterr().err.startswith("a.bt:1:")


def test_a_missing_file_is_said(tree, capsys):
    assert run("nowhere.bt") == 1
    assert "nowhere.bt:1:1: the file cannot be read" in capsys.readouterr().err


def test_a_picture_that_cannot_be_written_is_said(tree, capsys):
    assert run("a.bt", "-o", "no/such/folder.svg") == 1
    assert "the picture cannot be written: No such file or directory" in capsys.readouterr().err


def test_the_key_of_a_shared_node_stands_beside_it(tree, capsys):
    tree.write_text('main :: and (site) { :page }\npage :: visit "{site}/"\n[[ page = 30m ]]\n')
    assert run("a.bt", "--as", "dot") == 0
    assert "[[ 30m ]] for each site" in capsys.readouterr().out
    tree.write_text('main :: and { :page }\npage :: visit "{site}/"\n[[ page = 30m ]]\n')
    assert run("a.bt", "--as", "dot") == 0
    assert "for each" not in capsys.readouterr().out
