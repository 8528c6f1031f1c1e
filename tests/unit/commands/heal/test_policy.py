"""How a node is healed is said in its file, and proposals for the file still hold."""

from pathlib import Path

from tests.proposals import TREE


def test_the_file_says_how_a_node_is_healed(heal, filing, capsys):
    one = filing.file("shop.bt:1")
    assert heal("policy", one.id, "auto") == 0
    assert "+heal product = auto" in capsys.readouterr().out
    assert Path("shop.bt").read_text() == TREE + "heal product = auto\n"
    assert heal("accept", one.id) == 0
    assert heal("policy", one.id, "inherit") == 0
    assert heal("rollback", one.id) == 0
    assert Path("shop.bt").read_text() == TREE
    assert heal("policy", one.id, "inherit") != 0
    assert "does not say how `product` is healed" in capsys.readouterr().err


def test_of_python_source_the_setting_says_it(heal, filing, capsys):
    one = filing.file("shop.py:3")
    assert heal("policy", one.id, "auto") != 0
    assert 'BT_HEALING = {"shop/Shop.parse": "auto"}' in capsys.readouterr().err


def test_a_file_that_had_changed_before_is_still_a_conflict(heal, filing, capsys):
    one = filing.file("shop.bt:1")
    Path("shop.bt").write_text("# mine\n" + TREE)
    assert heal("policy", one.id, "off") == 0
    assert heal("accept", one.id) == 1
    assert "conflict" in capsys.readouterr().out


def test_a_file_gets_no_fault_by_it(heal, filing, capsys):
    one = filing.file("shop.bt:1")
    renamed = TREE.replace("product", "thing")
    Path("shop.bt").write_text(renamed)
    assert heal("policy", one.id, "off") != 0
    assert "no node `product` is declared" in capsys.readouterr().err
    assert Path("shop.bt").read_text() == renamed
