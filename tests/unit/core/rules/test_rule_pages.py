import time
from dataclasses import replace

import pytest

from scrapy_bt.core.regex.budgets import TooMuch
from scrapy_bt.core.regex.deadlines import Timeout
from scrapy_bt.core.rules.groups import Unequal
from scrapy_bt.core.rules.notes import Broken, Empty, LinkDenied, TextCut
from scrapy_bt.core.rules.requests import parse_request
from scrapy_bt.core.rules.rule import Column, Layer, Rule, RuleGroup, Tag, TagRef
from scrapy_bt.core.rules.rule_pages import RulePage
from scrapy_bt.core.rules.sites import RuleSite
from scrapy_bt.core.rules.treatments import Replace
from scrapy_bt.core.rules.ways import read_way
from scrapy_bt.errors import NodeError, PatternTimeout

URL = "https://a.test/list"
LIST = Layer(
    "list",
    entries=("/p<1,2,1,true>", "https://a.test/q<8,10,1,true>"),
    next_page="next",
    tags=(
        Tag("row", start="<li>", end="</li>"),
        Tag("name", start="<b>", end="</b>", parent="row"),
        Tag("link", start='href="', end='"', link=True, parent="row"),
        Tag("next", start='next="', end='"', link=True),
    ),
)
NEWS = Layer(
    "news",
    parent=TagRef("list", "link"),
    next_page="next",
    content="text",
    tags=(
        Tag("head", start="<h1>", end="</h1>"),
        Tag("text", start="<p>", end="</p>"),
        Tag("next", start="@", end="@", link=True),
    ),
)
COLUMNS = (
    Column("name", tag=TagRef("list", "name")),
    Column("head", tag=TagRef("news", "head")),
    Column("te-xt", tag=TagRef("news", "text"), length=5),
)
RULE = Rule("r", site_url="https://a.test/", layers=(LIST, NEWS), groups=(RuleGroup("news", columns=COLUMNS),))
TEXT = '<li><b>x</b><a href="/1"></li><li><b>y</b><a href="/2"></li><li><b>y</b><a href="/2"></li><a next="/list2">'


def page(text=TEXT, rule=RULE, url=URL, **options):
    return RulePage(RuleSite(rule), text, url, **options)


def ask(page, *texts):
    return page.answer(parse_request(texts))


def test_values_of_a_child_tag_come_one_parent_after_the_other():
    assert ask(page(), "list.name") == ["x", "y", "y"]
    assert ask(page(), "list.row")[0].startswith("<b>x")


def test_a_step_knows_what_groups_need_of_the_pages_above_and_each_is_there_once():
    steps = ask(page(), "list.link", "steps", "")
    assert [step["url"] for step in steps] == ["https://a.test/1", "https://a.test/2"]
    assert [read_way(step["way"]).path for step in steps] == [
        {TagRef("list", "name"): "x"},
        {TagRef("list", "name"): "y"},
    ]
    assert ask(page(), "list.link", "links", "") == [steps]
    assert ask(page("nothing"), "list.link", "links", "") == []


def test_the_next_page_is_not_one_that_was_visited():
    (step,) = ask(page(), "list", "next", "")
    assert step["url"] == "https://a.test/list2"
    again = page('<a next="/list2#x">', url=step["url"])
    assert ask(again, "list", "next", step["way"]) == []


def test_an_article_is_put_together_in_the_order_of_its_pages_and_gives_its_rows_then():
    (step, *_) = ask(page(), "list.link", "steps", "")
    first = page("<h1>Head</h1><p>one;</p>@/1-2@", url="https://a.test/1")
    (way,) = ask(first, "news", "content", step["way"])
    (onward,) = ask(first, "news", "next", way)
    last = page("<p>two;</p>", url="https://a.test/1-2")
    (way,) = ask(last, "news", "content", onward["way"])
    assert ask(last, "news", "next", way) == []
    assert ask(last, "news", "rows", way, "news") == [{"name": "x", "head": "Head", "te_xt": "one;\n"}]
    # That there is no second head is as it should be; that the text was cut is told.
    assert last.notes == [TextCut("news", "te-xt", "https://a.test/1")]


def test_a_tag_that_takes_nothing_is_noted_once_but_for_the_next_page():
    empty = page("<li></li>")
    for _ in range(2):
        assert ask(empty, "list.name") == []
    assert empty.notes == [Empty(TagRef("list", tag), URL) for tag in ("name", "link")]
    nothing = page("")
    ask(nothing, "list.row")
    assert [note.tag.tag for note in nothing.notes] == ["row"]


def test_links_beyond_the_rule_are_noted_and_left():
    text = '<li><b>x</b><a href="https://b.test/"></li><li><b>y</b><a href="file:///x"></li>'
    there = page(text)
    assert ask(there, "list.link", "steps", "") == []
    assert [type(note) for note in there.notes] == [LinkDenied, LinkDenied]
    assert "`b.test` is none of the rule's hosts (a.test)" in str(there.notes[0])
    denied = page('<a next="ftp://a.test/">')
    assert ask(denied, "list", "next", "") == []
    assert any(isinstance(note, LinkDenied) for note in denied.notes)


def test_links_are_written_in_the_encoding_of_the_page():
    steps = ask(page('<li><b>x</b><a href="/s?q=中"></li>', encoding="gb18030"), "list.link", "steps", "")
    assert steps[0]["url"] == "https://a.test/s?q=%D6%D0"


def test_links_are_relative_to_the_base():
    steps = ask(
        page(base_url="https://a.test/deep/x").__class__(
            RuleSite(RULE), '<li><b>x</b><a href="1"></li>', URL, base_url="https://a.test/deep/x"
        ),
        "list.link",
        "steps",
        "",
    )
    assert steps[0]["url"] == "https://a.test/deep/1"


UNEVEN = Rule(
    "r",
    layers=(Layer("l", tags=(Tag("a", rematch="a"), Tag("b", rematch="b"))),),
    groups=(RuleGroup("g", columns=(Column("a", tag=TagRef("l", "a")), Column("b", tag=TagRef("l", "b")))),),
)


def test_tags_that_are_not_equally_many_are_noted_and_give_no_rows():
    there = page("aab", UNEVEN)
    assert ask(there, "l", "rows", "", "g") == []
    (note,) = there.notes
    assert isinstance(note, Unequal)
    assert dict(note.counts) == {TagRef("l", "a"): 2, TagRef("l", "b"): 1}


SLOW = Rule(
    "r",
    layers=(Layer("l", tags=(Tag("bad", rematch=r"(?:(a|aa)+)\1+$"), Tag("good", rematch="b"))),),
    groups=(
        RuleGroup("bads", columns=(Column("bad", tag=TagRef("l", "bad")), Column("good", tag=TagRef("l", "good")))),
        RuleGroup("goods", columns=(Column("good", tag=TagRef("l", "good")),)),
    ),
)


def test_a_pattern_that_takes_too_long_ends_what_needs_it_alone():
    there = page("a" * 3000 + "b", SLOW, timeout=Timeout(0.05, time.perf_counter))
    assert ask(there, "l", "rows", "", "goods") == [{"good": "b"}]
    for texts in (["l.bad"], ["l", "rows", "", "bads"]):
        with pytest.raises(PatternTimeout, match="tag bad"):
            ask(there, *texts)
    # Neither that it took nothing nor that it does not fit is told.
    assert [type(note) for note in there.notes] == [Broken]


def test_a_tag_that_makes_too_much_ends_alone_and_what_might_is_read_apart():
    doubling = Tag("bad", treatments=(Replace("a", "aa"),) * 40)
    rule = replace(SLOW, layers=(Layer("l", tags=(doubling, Tag("good", rematch="b"))),))
    there = page("a" * 300 + "b", rule)
    assert ask(there, "l", "rows", "", "goods") == [{"good": "b"}]
    (note,) = there.notes
    assert isinstance(note, Broken)
    assert "tag bad, treatment " in str(note)
    with pytest.raises(TooMuch):
        ask(there, "l.bad")
    assert there.may_take_long(["l"])
    assert not page("a" * 300, replace(rule, layers=(Layer("l", tags=(Tag("good", rematch="b"),)),))).may_take_long(
        ["l"]
    )


CYCLE = Rule(
    "r",
    site_url="https://a.test",
    layers=(Layer("l", parent=TagRef("l", "x"), depth=2, tags=(Tag("x", start="<", end=">", link=True),)),),
)


def test_a_cycle_goes_round_as_often_as_it_may():
    (step,) = ask(page("</1>", CYCLE), "l.x", "steps", RuleSite(CYCLE).entry("l", 0)["way"])
    assert step["level"] == 2
    assert ask(page("</2>", CYCLE), "l.x", "steps", step["way"]) == []


def test_an_entry_is_not_asked_of_a_page():
    with pytest.raises(NodeError):
        ask(page(), "list", "entry")
