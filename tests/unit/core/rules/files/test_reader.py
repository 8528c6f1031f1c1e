import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapy_bt.core.rules.files.reader import check_rule, read_rule
from scrapy_bt.core.rules.offsets import Offset
from scrapy_bt.core.rules.rule import TagRef
from scrapy_bt.core.rules.treatments import Insert, Replace
from scrapy_bt.errors import RuleError
from tests.rulefiles import NEWS, mutations


def test_every_field_is_read():
    rule = read_rule(NEWS, file="news.yaml")
    assert (rule.name, rule.author, rule.created, rule.licence) == ("News", "A. Writer", "2026-01-31", "CC0-1.0")
    assert (rule.site_name, rule.site_url, rule.encoding) == ("The News", "https://news.test/", "gb18030")
    assert rule.hosts == ("news.test",)
    pages, article = rule.layers
    assert pages.entries == ("https://news.test/list_<1,3,1,false>.html",)
    assert (pages.next_page, article.content) == ("more", "text")
    assert (pages.parent, article.parent) == (None, TagRef("list", "headline"))
    assert pages.tag("more").link
    assert article.tag("title").treatments == (Replace(r"\s+", " "), Insert("# ", 0))
    assert article.tag("text").start_offset == Offset(1, 0)
    assert article.tag("text").merge
    assert article.tag("paragraph").parent == "text"
    (group,) = rule.groups
    assert [(column.name, str(column.tag), column.type, column.length) for column in group.columns] == [
        ("title", "article.title", "text", 200),
        ("url", "list.headline", "file", 0),
    ]


def test_a_link_may_lead_to_several_layers():
    text = (
        "rule: r\nlayers:\n- layer: a\n  entries: [https://a.test/]\n  tags: [{tag: t, link: [b, c]}]\n"
        "- {layer: b, tags: [{tag: t}]}\n- {layer: c, tags: [{tag: t}]}\n"
    )
    rule = read_rule(text, file="f")
    assert [layer.name for layer in rule.led_to(TagRef("a", "t"))] == ["b", "c"]


def test_all_faults_are_told_in_order_each_with_its_line():
    text = NEWS.replace("author:", "authr:").replace("link: article", "link: artcle").replace("<p>(.*?)", "<p>(.*?")
    with pytest.raises(RuleError) as raised:
        read_rule(text, file="news.yaml")
    told = [(fault.place.line, fault.code) for fault in raised.value.faults]
    assert told == [(2, "unknown-field"), (27, "unknown-layer"), (47, "bad-pattern")]
    lines = text.split("\n")
    assert all(fault.text == lines[fault.place.line - 1] and fault.advice for fault in raised.value.faults)
    assert str(raised.value.faults[0]) == (
        "news.yaml:2:1: a rule has no field `authr`\n    authr: A. Writer\n    ^^^^^\n    did you mean `author`?"
    )


@pytest.mark.parametrize("text", ["", "\n", "# nothing\n", "---\n"])
def test_an_empty_file_is_a_fault(text):
    (fault,) = check_rule(text, file="f")
    assert fault.code in ("empty-rule", "wrong-type")


def answer(text):
    """Read a text: whatever it is, there is a rule, or there are faults that can be shown."""
    faults = check_rule(text, file="f")
    if not faults:
        read_rule(text, file="f")
    for fault in faults:
        assert fault.code
        assert fault.place.line >= 1
        assert fault.place.column >= 1
        assert str(fault)
    return faults


@given(st.text() | st.text("ab:-#'\"\n |>[]{},&*!?%@`~<1", max_size=40))
def test_no_text_ends_in_a_traceback(text):
    answer(text)


@given(mutations())
def test_no_changed_rule_ends_in_a_traceback(text):
    answer(text)


@pytest.mark.parametrize(
    "text",
    [
        "[" * 5000,
        "{a: " * 5000,
        "- " * 5000,
        "? " * 3000,
        "a: &x [*x]",
        "a: &a [x]\nb: &b [*a, *a]\nc: &c [*b, *b]\n",
        "a: !!python/object/apply:os.system ['true']",
        "%TAG ! tag:x,2000:\n---\n!a b",
        'a: "\\U99999999"',
        "%YAML 9999999999999999999999.1\n---\na",
        "a" * 1_000_001,
        "layers: [{tags: [{tag: t, start: '" + "(" * 3000 + "'}]}]",
        "layers: [{tags: [{tag: t, rematch: '"
        + "(?:" * 300
        + "a"
        + ")" * 300
        + "', treatments: [{insert: a, at: 9}]}]}]",
        "layers: [{tags: [{tag: t, start: '(a{1,9999}){1,9999}'}]}]",
        "layers: [{entries: ['https://[a']}, {entries: ['https://a:99999999/']}, {entries: ['https://a.test/"
        + "<1,9,1,true>" * 900
        + "']}]",
        "rule: {}\nlayers: {}\ngroups: 1\nsite: []\nhosts: a\n",
        "layers: [1, [], {}, null, {tags: [1, [], {}, {treatments: [1, {}, [], {insert: 1, replace: 2}]}]}]",
        "rule: r\nencoding: '\0'",
        "rule: r\nencoding: base64",
        "rule: r\nencoding: '" + "x" * 10000 + "'",
    ],
    ids=lambda text: text[:30],
)
def test_hostile_texts_are_told(text):
    assert answer(text)
