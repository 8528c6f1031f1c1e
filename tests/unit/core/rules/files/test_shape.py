import pytest

from scrapy_bt.core.documents.report import ShapeReport
from scrapy_bt.core.documents.structure import check_structure
from scrapy_bt.core.documents.yaml import compose_yaml
from scrapy_bt.core.rules.files.reader import check_rule
from scrapy_bt.core.rules.files.shape import RULE, TAG
from scrapy_bt.core.rules.rule import Tag


def test_every_part_of_a_tag_can_be_written():
    assert {*TAG.names} - {"tag"} == {*Tag.__dataclass_fields__} - {"name", "_"}


def told(text):
    report = ShapeReport(text, "f", noun="rule")
    root = compose_yaml(report)
    assert root is not None
    check_structure(root, report, RULE)
    return report.in_order()


def tag(text):
    return f"rule: r\nlayers:\n- layer: a\n  tags:\n  - {text}\n"


@pytest.mark.parametrize(
    ("text", "code", "line", "column", "advice"),
    [
        ("rule: r\nlayer: []\nlayers: []", "unknown-field", 2, 1, "`layers` is there too: put both into one"),
        ("rule: r", "missing-field", 1, 1, "add `layers:` and a list below it"),
        ("layers: []", "missing-field", 1, 1, "add `rule: …`"),
        ("- a", "wrong-type", 1, 1, "`rule: …`, `layers:` and a list below it"),
        ("rule: 12\nlayers: []", "wrong-type", 1, 7, "quote it: '12'"),
        ("rule: true\nlayers: []", "wrong-type", 1, 7, "quote it: 'true'"),
        ("rule:\nlayers: []", "wrong-type", 1, 6, "leave it out, or write ''"),
        ("rule: [a]\nlayers: []", "wrong-type", 1, 7, "write a text"),
        ("rule: r\nlayers:", "wrong-type", 2, 8, "leave it out, or write its items below it, each after `- `"),
        ("rule: r\nlayers: a", "wrong-type", 2, 9, "write each of its items on a line of its own, after `- `"),
        ("rule: r\nlayers: [a]", "wrong-type", 2, 10, "`layer: …`"),
        ("rule: r\nlayers: []\nhosts: [1]", "wrong-type", 3, 9, "quote it: '1'"),
        ("rule: r\nlayers: []\nsite: x", "wrong-type", 3, 7, "name: …"),
        (tag("{tag: t, start_offset: 1}"), "wrong-type", 5, 28, "quote it: '1,0'"),
        (tag("{tag: t, start_offset: '1'}"), "bad-offset", 5, 28, 'write "lines,characters", for example "1,0"'),
        (tag("{tag: a b}"), "bad-name", 5, 11, "for example `a_b`"),
        (tag("{tag: 1.5a}"), "bad-name", 5, 11, "for example `_1_5a`"),
        (tag("{tag: ''}"), "bad-name", 5, 11, "for example `_`"),
        (tag("{tag: %s}" % ("a" * 101)), "bad-name", 5, 11, "find a shorter one"),
        (tag("{tag: t, merge: yes}"), "wrong-type", 5, 21, "write merge: true"),
        (tag("{tag: t, link: }"), "link-without-layer", 5, 19, "write the name of a layer, or true"),
        (tag("{tag: t, link: []}"), "link-without-layer", 5, 20, "write the name of a layer, or true"),
        (tag("{tag: t, link: 5}"), "link-without-layer", 5, 20, "write the name of a layer, or true"),
        (tag("{tag: t, link: [a, b c]}"), "bad-name", 5, 24, "for example `b_c`"),
        (tag("{tag: t, treatments: [{repalce: a}]}"), "unknown-field", 5, 28, "did you mean `replace`?"),
        (tag("{tag: t, treatments: [{replace: a, at: 1}]}"), "wrong-type", 5, 27, "make two of it"),
        (tag("{tag: t, treatments: [{}]}"), "wrong-type", 5, 27, "write `replace: …`"),
        (tag("{tag: t, treatments: [a]}"), "wrong-type", 5, 27, "write `replace: …`"),
        (tag("{tag: t, treatments: [{insert: a, at: 1.5}]}"), "wrong-type", 5, 43, "write a number from"),
        (
            tag("{tag: t, treatments: [{insert: a, at: 99999999999}]}"),
            "out-of-range",
            5,
            43,
            "write a number in between",
        ),
        (tag("{tag: t, treatments: [{at: 1}]}"), "missing-field", 5, 27, "add `insert: …`"),
        ("rule: r\nlayers: [{layer: a, depth: 0}]", "out-of-range", 2, 28, "write a number in between"),
        (
            "rule: r\nlayers: []\ngroups: [{group: g, columns: [{name: n, tag: t}]}]",
            "bad-reference",
            3,
            46,
            "index.title",
        ),
        (
            "rule: r\nlayers: []\ngroups: [{group: g, columns: [{name: n, tag: a.t, type: txt}]}]",
            "wrong-value",
            3,
            57,
            "did you mean `text`?",
        ),
    ],
)
def test_what_has_no_place_is_told_with_advice(text, code, line, column, advice):
    faults = [fault for fault in told(text) if fault.code == code]
    assert [(fault.place.line, fault.place.column) for fault in faults] == [(line, column)]
    assert advice in faults[0].advice


@pytest.mark.parametrize("name", ["title", "标题", "_x", "naïve-2", "Ελλάδα"])
def test_a_name_may_be_of_any_language(name):
    assert told(tag(f"{{tag: {name}, link: {name}}}")) == ()


@pytest.mark.parametrize(
    ("tag", "rest", "message", "advice"),
    [
        ("{tag: u, parent: a.t}", "", "`parent` is a tag of the same layer, by its name alone", "write `t`"),
        (
            "{tag: u, link: ''}",
            "",
            "`link` says to which layer the tag leads, and this is empty",
            "write the name of a layer, or true where the links are only to be made absolute",
        ),
        (
            "{tag: u}",
            "lay: x",
            "a rule has no field `lay`",
            "`layers` is there too: put both into one, or take one away",
        ),
    ],
)
def test_what_was_meant_is_told_once(tag, rest, message, advice):
    text = f"rule: r\nlayers: [{{layer: a, entries: ['https://a.test/'], tags: [{{tag: t}}, {tag}]}}]\n{rest}\n"
    (fault,) = check_rule(text, file="f")
    assert fault.message == message
    assert fault.advice.startswith(advice)
