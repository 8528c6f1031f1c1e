import pytest

from scrapy_bt.core.language import operations as trees
from scrapy_bt.core.rules.files import operations as rules
from scrapy_bt.errors import BTError, RuleError
from scrapy_bt.operations.edits.forms import FORMS, make_operation


def test_the_words_of_a_tree_are_paths_and_texts():
    assert make_operation("wrap", ["main/1/else/0", "if x"], is_tree=True, count=2) == trees.Wrap(
        ("main", 1, "else", 0), header="if x", count=2
    )
    assert make_operation("copy", ["a", "."], is_tree=True, name="b", index=0) == trees.Copy(
        ("a",), to=(), index=0, name="b"
    )


def test_the_words_of_a_rule_are_paths_and_yaml():
    operation = make_operation("insert", ["layers/list/tags", "{tag: a, link: true}"], is_tree=False)
    assert operation == rules.InsertPart(("layers", "list", "tags"), value={"tag": "a", "link": True})
    with pytest.raises(RuleError):
        make_operation("set", ["rule", "[a"], is_tree=False)
    with pytest.raises(BTError, match="nothing to wrap"):
        make_operation("wrap", ["rule", "if x"], is_tree=False)


def test_every_operation_but_undo_can_be_made_for_a_tree():
    for name, words in FORMS.items():
        if name != "undo":
            assert make_operation(name, ["a"] * len(words), is_tree=True)
