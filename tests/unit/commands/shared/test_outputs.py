import pytest

from scrapy_bt.commands.shared.outputs import write_new
from scrapy_bt.errors import BTError


@pytest.fixture
def rule(tmp_path):
    path = tmp_path / "r.yaml"
    path.write_text("rule")
    return path


def test_a_file_that_is_there_stays_unless_it_is_to_go(rule, tmp_path):
    path = tmp_path / "x"
    write_new(path, "one", source=rule, is_forced=False)
    write_new(path, "one", source=rule, is_forced=False)
    with pytest.raises(
        BTError, match="is there already, and something else; name another file with -o, or take --force"
    ):
        write_new(path, "two", source=rule, is_forced=False)
    assert path.read_text() == "one"
    write_new(path, "two", source=rule, is_forced=True)
    assert path.read_text() == "two"


@pytest.mark.parametrize("is_forced", [False, True])
def test_the_rule_itself_always_stays(rule, tmp_path, is_forced):
    with pytest.raises(BTError, match="is the rule itself"):
        write_new(tmp_path / "." / "r.yaml", "tree", source=rule, is_forced=is_forced)
    assert rule.read_text() == "rule"


def test_what_cannot_be_written_is_told(rule, tmp_path):
    for path in (tmp_path, tmp_path / "no" / "x"):
        with pytest.raises(BTError, match=r"is there already|cannot be written"):
            write_new(path, "tree", source=rule, is_forced=False)
    with pytest.raises(BTError, match="cannot be written"):
        write_new(tmp_path, "tree", source=rule, is_forced=True)
