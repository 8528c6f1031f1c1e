import pytest

from scrapy_bt.core.rules.files.reader import check_rule


def layer(name, *tags, more=""):
    return f"- layer: {name}\n{more}  tags:\n" + "".join(f"  - {{{tag}}}\n" for tag in tags)


ENTRIES = "  entries: [https://a.test/]\n"


def told(*parts):
    faults = check_rule("rule: r\nlayers:\n" + "".join(parts), file="f")
    return [(fault.code, fault.place.line, fault.message) for fault in faults]


def test_a_layer_that_leads_to_itself_needs_an_end():
    own = "tag: t, link: a"
    message = "layer `a` leads to itself, without an end"
    assert told(layer("a", own, more=ENTRIES)) == [("endless-cycle", 6, message)]
    assert told(layer("a", own, more=f"{ENTRIES}  depth: 3\n")) == []


@pytest.mark.parametrize("depth", [None, "a", "b", "c"])
def test_layers_in_a_cycle_need_one_end(depth):
    parts = [
        layer(name, f"tag: t, link: {to}", more=ENTRIES * (name == "a") + "  depth: 2\n" * (name == depth))
        for name, to in (("a", "b"), ("b", "c"), ("c", "a"))
    ]
    message = "these layers lead to each other in a cycle without an end: `a` → `b` → `c` → `a`"
    assert told(*parts) == ([] if depth else [("endless-cycle", 12, message)])


def test_a_cycle_behind_a_way_is_found_too():
    start = layer("start", "tag: t, link: a", more=ENTRIES)
    # A layer has one link tag that leads to it, so a way into a cycle is told as well.
    found = told(start, layer("a", "tag: t, link: b"), layer("b", "tag: t, link: a"))
    assert [code for code, *_ in found] == ["double-link"]


def test_a_list_over_pages_is_no_cycle():
    assert told(layer("a", "tag: t, link: true", more=f"{ENTRIES}  next: t\n")) == []


def test_a_layer_that_is_never_reached_is_told_once():
    parts = [layer("a", "tag: t", more=ENTRIES), layer("b", "tag: t, link: c"), layer("c", "tag: t")]
    assert told(*parts) == [("unreached-layer", 7, "layer `b` is never reached")]


def test_a_cycle_that_is_never_reached_is_told_once():
    parts = [layer("a", "tag: t, link: b", more="  depth: 1\n"), layer("b", "tag: t, link: a")]
    assert [code for code, *_ in told(*parts)] == ["unreached-layer"]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("rule: r\nlayers: []", ["empty-rule"]),
        ("rule: ''\nlayers: []", ["empty-rule", "empty-rule"]),
        ("rule: r\nlayers: [{layer: a, entries: [https://a.test/]}]", ["empty-layer"]),
        ("rule: r\nlayers: [{layer: a, entries: [https://a.test/], tags: []}]", ["empty-layer"]),
        (
            "rule: r\nlayers: [{layer: a, entries: ['http://a'], tags: [{tag: t}]}]\ngroups: [{group: g, columns: []}]",
            ["empty-group"],
        ),
        ("rule: r\nlayers: [{layer: a, entries: [], tags: [{tag: t}]}]", ["unreached-layer"]),
    ],
)
def test_what_is_empty_is_told(text, told):
    assert [fault.code for fault in check_rule(text, file="f")] == told


def test_a_rule_without_entries_begins_at_the_home_page_with_its_first_layer():
    text = "rule: r\nsite: {url: https://a.test/}\nlayers:\n" + layer("a", "tag: t, link: b") + layer("b", "tag: t")
    assert check_rule(text, file="f") == ()
    (fault,) = check_rule(text + layer("c", "tag: t"), file="f")
    assert (fault.code, fault.message) == ("unreached-layer", "layer `c` is never reached")


def group(*tags):
    columns = ", ".join(f"{{name: n{number}, tag: {tag}}}" for number, tag in enumerate(tags))
    return f"groups:\n- {{group: g, columns: [{columns}]}}\n"


SITE = (
    layer("a", "tag: t, link: b", "tag: u, link: c", "tag: box", "tag: inner, parent: box", more=ENTRIES),
    layer("b", "tag: t", "tag: box", "tag: inner, parent: box"),
    layer("c", "tag: t"),
)


@pytest.mark.parametrize(
    "tags",
    [("a.t", "a.u"), ("a.t", "b.t"), ("a.box", "b.inner"), ("a.t", "a.inner"), ("b.t", "b.box", "b.inner", "a.u")],
)
def test_tags_on_one_way_make_a_group(tags):
    assert told(*SITE, group(*tags)) == []


@pytest.mark.parametrize(
    ("tags", "pair"),
    [
        (("b.t", "c.t"), "`b.t` and `c.t`"),
        (("a.t", "b.t", "c.t"), "`b.t` and `c.t`"),
        (("a.inner", "b.t"), "`a.inner` and `b.t`"),
    ],
)
def test_tags_on_several_ways_make_none(tags, pair):
    ((code, _, message),) = told(*SITE, group(*tags))
    assert code == "group-over-ways"
    assert pair in message
