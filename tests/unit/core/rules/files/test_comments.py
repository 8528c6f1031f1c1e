import pytest

from scrapy_bt.core.documents.report import ShapeReport
from scrapy_bt.core.documents.yaml import compose_yaml
from scrapy_bt.core.rules.files.comments import find_comments


def found(text):
    root = compose_yaml(ShapeReport(text, "f", noun="rule"))
    return root, find_comments(text, root)


def test_a_comment_behind_a_value_is_about_it():
    root, comments = found("a: 1 # one\nb: 'x#y'#two\n")
    first, second = root
    assert comments.behind(first.key, first.value) == "# one"
    assert comments.behind(second.value) == "#two"
    assert comments.above(first.key) == comments.below(first) == []


def test_a_comment_above_is_about_what_follows():
    root, comments = found("a: 1\n# b\n#  is two\nb: 2\n")
    assert comments.above(root.entries[1].key) == ["# b", "#  is two"]


def test_a_comment_above_an_item_is_about_the_item():
    root, comments = found("a:\n  # first\n  - b: 1\n    # inside\n    c: 2\n")
    item = root.get("a").items[0]
    assert comments.above(item) == ["# first"]
    assert comments.above(item.entries[1].key) == ["# inside"]


def test_a_comment_that_is_indented_is_a_part_of_what_is_before_it():
    root, comments = found("a:\n  - b: 1\n  # - b: 2\n    # deep\nc: 3\n")
    item = root.get("a").items[0]
    assert comments.below(item) == ["# - b: 2"]
    assert comments.below(item.entries[0]) == ["# deep"]


def test_a_comment_behind_the_sign_of_a_block_is_found_and_its_lines_are_none():
    root, comments = found("a: | # sign\n  # text\n# after\nb: 1\n")
    assert comments.behind(root.get("a")) == "# sign"
    assert comments.above(root.entries[1].key) == ["# after"]


@pytest.mark.parametrize(
    ("text", "header"),
    [
        ("# a\n# b\n\n# c\nx: 1\n", ["# a", "# b"]),
        ("# a\nx: 1\n", []),
        ("# yaml-language-server: $schema=s\n# c\nx: 1\n", ["# yaml-language-server: $schema=s"]),
        ("---\n# a\n\nx: 1\n", ["# a"]),
    ],
)
def test_comments_with_an_empty_line_behind_them_are_about_the_file(text, header):
    assert found(text)[1].header == header


def test_the_last_comments_stay_last():
    assert found("x: 1\n# a\n# b")[1].footer == ["# a", "# b"]


def test_in_brackets_comments_are_found_too():
    root, comments = found("x: [1, # one\n  2 # two\n  # three\n  ] # four\n")
    one, two = root.get("x").items
    assert comments.behind(one) == "# one"
    assert comments.behind(two) == "# two"
