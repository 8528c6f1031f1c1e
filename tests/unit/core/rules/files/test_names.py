import pytest

from scrapy_bt.core.rules.files.reader import check_rule

GROUP = "groups: [{group: g, columns: [{name: n, tag: %s}]}]\n"


def rule(first, second="", rest=""):
    return (
        f"rule: r\nlayers:\n- layer: a\n  entries: [https://a.test/]\n{first}"
        f"- layer: b\n  entries: [https://a.test/]\n  tags: [{{tag: x}}{second}]\n{rest}"
    )


PLAIN = "  tags: [{tag: t, link: true}, {tag: u, parent: t}]\n"


def told(text):
    return [(fault.code, fault.place.line, fault.message, fault.advice) for fault in check_rule(text, file="f")]


def test_a_rule_whose_names_fit_has_no_faults():
    assert told(rule(f"  next: t\n  content: t\n{PLAIN}", "", GROUP % "a.u")) == []


@pytest.mark.parametrize(
    ("text", "code", "line", "advice"),
    [
        (rule(f"  next: tt\n{PLAIN}"), "unknown-tag", 5, "did you mean `t`?"),
        (rule(f"  content: x\n{PLAIN}"), "unknown-tag", 5, "there are `t`, `u`"),
        (rule(f"  next: u\n{PLAIN}"), "tag-in-tag", 5, "take `parent` away from `u`"),
        (rule("  next: t\n  tags: [{tag: t}]\n"), "next-without-link", 5, "add `link: true`"),
        (rule("  tags: [{tag: t, parent: q}]\n"), "unknown-tag", 5, "there is `t`"),
        (rule("  tags: [{tag: t, parent: x}]\n"), "child-in-other-layer", 5, "move this tag to layer `b`"),
        (rule("  tags: [{tag: t, parent: t}]\n"), "parents-in-cycle", 5, "take `parent` away"),
        (rule("  tags: [{tag: t}, {tag: t}]\n"), "double-name", 5, "rename one of them"),
        (rule("  tags: [{tag: t, link: c}]\n"), "unknown-layer", 5, "or true for links that lead to none"),
        (rule("  tags: [{tag: t, link: bb}]\n"), "unknown-layer", 5, "did you mean `b`?"),
        (rule(PLAIN, "", GROUP % "c.t"), "unknown-layer", 9, "did you mean `a.t`?"),
        (rule(PLAIN, "", GROUP % "a.x"), "unknown-tag", 9, "there are `t`, `u`"),
        (rule("  tags: [{tag: t, link: b}, {tag: u, link: b}]\n"), "double-link", 5, "or copy the layer"),
        (rule("  tags: [{tag: t, link: [b, b]}]\n"), "double-link", 5, "name it once"),
        (rule(PLAIN).replace("layer: b", "layer: a"), "double-name", 6, "rename one of them"),
        (
            rule(PLAIN, "", "groups: [{group: g, columns: [{name: n, tag: a.t}, {name: N, tag: a.t}]}]\n"),
            "double-name",
            9,
            "rename one of them",
        ),
    ],
)
def test_a_name_that_does_not_fit_is_told(text, code, line, advice):
    ((found, place, _, advised),) = told(text)
    assert (found, place) == (code, line)
    assert advice in advised


def test_tags_that_are_above_each_other_are_told_at_each():
    found = told(rule("  tags:\n  - {tag: t, parent: u}\n  - {tag: u, parent: t}\n"))
    assert [(code, line) for code, line, _, _ in found] == [("parents-in-cycle", 6), ("parents-in-cycle", 7)]


def test_where_a_tag_has_no_name_others_are_not_blamed():
    found = told(rule("  next: t\n  tags: [{tga: t}]\n"))
    assert [code for code, *_ in found] == ["missing-field", "unknown-field"]


def test_layers_and_tags_of_other_case_are_others():
    assert told(rule("  tags: [{tag: t}, {tag: T}]\n")) == []


@pytest.mark.parametrize(
    ("group", "column", "advice"),
    [
        ("sqlite_x", "n", "for example `x`"),
        ("SQLite_", "n", "for example `rows`"),
        ("bt_refused", "n", "for example `refused`"),
        ("g", "bt_key", "for example `key`"),
        ("bts", "sqlite", None),
    ],
)
def test_names_that_belong_to_a_database_are_told(group, column, advice):
    groups = f"groups: [{{group: {group}, columns: [{{name: {column}, tag: a.t}}]}}]"
    faults = check_rule(
        f"rule: r\nlayers: [{{layer: a, entries: [https://a.test/], tags: [{{tag: t}}]}}]\n{groups}", file="f"
    )
    assert [(fault.code, fault.place.line, fault.advice) for fault in faults] == [("reserved-name", 3, advice)] * bool(
        advice
    )
