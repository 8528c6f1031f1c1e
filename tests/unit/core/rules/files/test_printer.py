from scrapy_bt.core.documents.report import ShapeReport
from scrapy_bt.core.documents.yaml import compose_yaml
from scrapy_bt.core.rules.files.comments import Comments, find_comments
from scrapy_bt.core.rules.files.printer import print_nodes


def printed(text):
    root = compose_yaml(ShapeReport(text, "f", noun="rule"))
    return print_nodes(root, find_comments(text, root))


def test_layers_and_groups_stand_apart_tags_do_not():
    groups = "groups: [{group: g, columns: []}, {group: h}]\n"
    text = f"rule: r\n{groups}layers: [{{layer: a, tags: [{{tag: t}}, {{tag: u}}]}}, {{layer: b}}]\n"
    assert printed(text) == (
        "rule: r\n\nlayers:\n  - layer: a\n    tags:\n      - tag: t\n      - tag: u\n\n  - layer: b\n"
        "\ngroups:\n  - group: g\n    columns: []\n\n  - group: h\n"
    )


def test_texts_of_several_lines_are_blocks_where_that_is_possible():
    assert printed('description: "a\\nb\\n"\nauthor: "a\\n b "\n') == ('author: "a\\n b "\ndescription: |\n  a\n  b\n')


def test_a_pattern_is_never_a_block():
    text = 'layers: [{tags: [{start: "a\\nb"}]}]'
    assert printed(text).endswith('- start: "a\\nb"\n')


def test_what_a_rule_does_not_know_is_printed_too():
    text = "x: [[1, [2]], {}, [], ~, {a: {b: }}]\n"
    assert printed(text) == ("x:\n  -\n    - 1\n    -\n      - 2\n  - {}\n  - []\n  - ~\n  - a:\n      b:\n")


def test_nothing_is_no_line():
    assert print_nodes(compose_yaml(ShapeReport("{}", "f", noun="rule")), Comments()) == ""
