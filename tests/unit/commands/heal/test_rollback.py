"""Files and crawls as they were."""

from pathlib import Path

from scrapy_bt.core.healing.proposals import State
from tests.proposals import SPIDER, TREE


def test_an_edit_is_undone(heal, filing, capsys):
    one, other = filing.file(), filing.file("shop.bt:1", "//h2/text()")
    assert heal("accept", one.id, other.id, "--write") == 0
    assert "xpath" in Path("shop.bt").read_text()
    assert heal("rollback", one.id) == 1
    assert "this edits shop.py: say --write" in capsys.readouterr().out
    assert heal("rollback", one.id, other.id, "--write") == 0
    assert (Path("shop.py").read_text(), Path("shop.bt").read_text()) == (SPIDER, TREE)
    assert filing.store.proposals.get(one.id).state is State.ROLLED_BACK
    assert heal("rollback", one.id) == 1
    assert "there is nothing to roll back" in capsys.readouterr().out


def test_what_was_rolled_back_may_be_accepted_again(heal, filing, capsys):
    one, other = filing.file("shop.py:3"), filing.file("shop.bt:1")
    for file, before in (("shop.py", SPIDER), ("shop.bt", TREE)):
        chosen = one if file == "shop.py" else other
        for _ in range(2):
            assert heal("accept", chosen.id, "--write") == 0
            assert Path(file).read_text() == before.replace("h1", "h2")
            assert heal("rollback", chosen.id, "--write") == 0
            assert Path(file).read_text() == before
    assert heal("accept", "--all", "--write") == 0
    assert "Nothing waits." in capsys.readouterr().out, "what is rolled back is not among all"


def test_a_file_that_has_changed_since_is_a_conflict(heal, filing, capsys):
    one = filing.file()
    assert heal("accept", one.id, "--write") == 0
    Path("shop.py").write_text("# mine\n")
    assert heal("rollback", one.id, "--write") == 1
    assert "conflict: shop.py has changed since proposal 1; edit it by hand" in capsys.readouterr().out
    assert Path("shop.py").read_text() == "# mine\n"


def test_one_that_is_live_is_switched_off(heal, filing):
    one = filing.file()
    filing.store.proposals.decide(one.id, State.LIVE)
    assert heal("rollback", one.id) == 0
    assert filing.store.proposals.get(one.id).state is State.ROLLED_BACK
