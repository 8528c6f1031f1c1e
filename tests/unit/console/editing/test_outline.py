from scrapy_bt.console.editing.outline import outline_of
from scrapy_bt.core.documents.edits import Delete
from scrapy_bt.core.language.edit import change
from tests.rulefiles import NEWS

TREE = """\
page :: visit "https://a.test/"
quote :: item { text = css "b" }
state page { 404 = end }
main :: and (x) { while x { :page } if x { :page } else { :quote } }
"""


def test_every_part_of_a_tree_has_a_row_with_its_path() -> None:
    rows = outline_of("trees", TREE)
    assert [(row.level, row.path) for row in rows] == [
        (1, "0"),
        (1, "1"),
        (2, "1/0"),
        (1, "2"),
        (2, "2/0"),
        (1, "3"),
        (2, "3/0"),
        (3, "3/0/0"),
        (2, "3/1"),
        (3, "3/1/0"),
        (2, "3/1/else"),
        (3, "3/1/else/0"),
    ]
    assert [row.text for row in rows if row.level == 2] == ['text = css "b"', "404 = end", "while x", "if x", "else"]
    for row in rows:
        path = tuple(int(step) if step.isdecimal() else step for step in row.path.split("/"))
        assert change(TREE, [Delete(path)]) != TREE


def test_layers_and_tags_of_a_rule_have_their_names() -> None:
    rows = {row.path: row for row in outline_of("rules", NEWS)}
    assert rows["layers/0/tags/1"].text == "tag headline"
    assert rows["layers/0/tags/1"].name == "headline"
    assert rows["layers/0/tags"].is_block
    assert rows["layers/0/tags/1/end"].text == 'end: "'
    assert rows["layers/0/tags/1/end"].about.endswith(".")
    assert rows["layers/0/tags/1"].about == ""


def test_entries_of_a_rule_are_counted() -> None:
    rule = (
        "layers:\n  - layer: a\n    entries: ['http://a.test/<1,9,2,false>/', 'http://a.test/<9>']\nhosts: [a.test]\n"
    )
    counts = {row.path: row.urls for row in outline_of("rules", rule)}
    assert [counts[path] for path in ("layers/0/entries/0", "layers/0/entries/1", "hosts/0")] == [5, None, None]


def test_a_file_with_faults_shows_what_can_be_read() -> None:
    assert [row.name for row in outline_of("trees", TREE + "x :: visit visit")] == [
        row.name for row in outline_of("trees", TREE)
    ]
    assert outline_of("rules", "a: [") == []
