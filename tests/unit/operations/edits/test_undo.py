import pytest

from scrapy_bt.errors import BTError
from scrapy_bt.operations.edits.kinds import check_of
from scrapy_bt.operations.edits.plans import plan_text
from scrapy_bt.operations.edits.undo import MOST, Undo


@pytest.fixture
def tree(tmp_path):
    path = tmp_path / "a.bt"
    path.write_text("# 0\n")
    return path


def _change(tree, kept, text):
    plan = plan_text(tree, text, check=check_of(tree))
    plan.apply()
    kept.keep(plan)


def test_changes_are_taken_back_one_after_another_also_by_another_process(tree, tmp_path):
    place = tmp_path / ".scrapy" / "edits.json"
    for text in ("# 1\n", "# 2\n"):
        _change(tree, Undo(place), text)
    for text in ("# 1\n", "# 0\n"):
        kept = Undo(place)
        kept.plan(tree, check=check_of(tree)).apply()
        kept.forget(tree)
        assert tree.read_text() == text
    with pytest.raises(BTError, match="no change"):
        Undo(place).plan(tree, check=check_of(tree))


def test_a_change_by_other_means_is_not_overwritten(tree, tmp_path):
    kept = Undo(tmp_path / "edits.json")
    _change(tree, kept, "# 1\n")
    tree.write_text("# mine\n")
    with pytest.raises(BTError, match="has been changed since"):
        kept.plan(tree, check=check_of(tree))


def test_only_the_last_ones_are_kept(tree, tmp_path):
    kept = Undo(tmp_path / "edits.json")
    for number in range(1, MOST + 3):
        _change(tree, kept, f"# {number}\n")
    for _ in range(MOST):
        kept.plan(tree, check=check_of(tree)).apply()
        kept.forget(tree)
    assert tree.read_text() == "# 2\n"
    with pytest.raises(BTError, match="no change"):
        kept.plan(tree, check=check_of(tree))


def test_a_file_of_changes_that_cannot_be_read_is_told(tree, tmp_path):
    place = tmp_path / "edits.json"
    place.write_text("{")
    with pytest.raises(BTError, match="cannot be read"):
        Undo(place).plan(tree, check=check_of(tree))
