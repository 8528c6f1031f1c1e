"""Tags of rules under observation."""

from scrapy.http import HtmlResponse, Request

from scrapy_bt.core.healing.proposals import Filed, Proposal, State
from scrapy_bt.core.rules.files.reader import read_rule
from scrapy_bt.core.rules.rule import TagRef
from scrapy_bt.core.rules.rule_pages import RulePage
from scrapy_bt.core.rules.sites import RuleSite
from scrapy_bt.crawl.healing.looks import PageLooks
from scrapy_bt.crawl.healing.switches import Switches
from scrapy_bt.crawl.healing.tagreading import reading_of_tag, tag_of
from scrapy_bt.crawl.healing.tags import TagWitness
from tests.rulefiles import NEWS

RULE = """rule: things
layers:
  - layer: thing
    entries: ["https://a.test/"]
    tags:
      - {tag: title, start: '<h1>', end: '</h1>'}
      - {tag: text, start: '<p>', end: '</p>'}
"""
OLD = "{start: '<h1>', end: '</h1>'}"
SITE = RuleSite(read_rule(RULE, file="things.yaml"))


def look_of(switches=None):
    return PageLooks(HtmlResponse("https://a.test/", request=Request("https://a.test/")), switches)


def page_of(markup, other=None):
    page = RulePage(SITE, markup, "https://a.test/", other=other)
    page.read(["thing"])
    return page


def noted(look):
    return [
        (one.node, one.field, one.selector, one.found, one.missing, one.values, one.place) for one in look.observations
    ]


def test_each_tag_is_told_with_where_it_looks():
    look = look_of()
    page = page_of("<h1>A</h1><h1>B</h1>")
    witness = TagWitness("rules", is_only=True)
    witness.note(look, "things.yaml", page)
    assert noted(look) == [
        ("thing", "title", OLD, 2, 0, ("A", "B"), "rules/things.yaml"),
        ("thing", "text", "{start: '<p>', end: '</p>'}", 0, 1, (), "rules/things.yaml"),
    ]
    assert list(witness.taken("things.yaml", page)) == [(("thing", "title"), ("A", "B")), (("thing", "text"), ())]
    one, *_ = TagWitness("", is_only=False).taken("things.yaml", page)
    assert one[0] == ("things.yaml:thing", "title")


def test_other_codes_stand_in_and_what_they_take_counts_as_missing():
    switches = Switches()
    proposal = Proposal("thing", "title", OLD, how="codes", forms=("word",))
    switch = switches.put(Filed(7, "s", proposal, State.LIVE, 0.0, "{start: '<h2>', end: '</h2>'}"))
    witness = TagWitness("", is_only=True)
    page = page_of("<h2>A</h2><p>x</p>", lambda ref, tag: witness.other(switches, "things.yaml", ref, tag))
    assert page.values(TagRef("thing", "title")) == ["A"]
    look = look_of(switches)
    witness.note(look, "things.yaml", page)
    assert noted(look)[0][3:6] == (0, 1, ())
    assert (look.healed, switch.fitting, switch.vain) == ({("thing", "title"): 7}, 1, 0)
    empty = page_of("<p>x</p>", lambda ref, tag: witness.other(switches, "things.yaml", ref, tag))
    witness.note(look_of(switches), "things.yaml", empty)
    assert (switch.fitting, switch.vain) == (1, 1)
    assert witness.other(Switches(), "things.yaml", TagRef("thing", "title"), SITE.layers["thing"].tag("title")) is None


NESTED = RuleSite(
    read_rule(
        RULE
        + """      - {tag: box, start: '<li>', end: '</li>'}
      - {tag: name, parent: box, start: '<b>', end: '</b>'}
      - {tag: word, parent: name, rematch: '[a-z]+'}
""",
        file="things.yaml",
    )
)
NAME, LINE = "{start: '<b>', end: '</b>'}", "[{start: '<li>', end: '</li>'}]"


def nested_page(markup, other=None):
    page = RulePage(NESTED, markup, "https://a.test/", other=other)
    page.read(["thing"])
    return page


def test_tags_within_others_are_told_with_those_and_with_what_is_missing_in_each_piece():
    look, witness = look_of(), TagWitness("", is_only=True)
    page = nested_page("<h1>A</h1><p>x</p><li><b>1 a</b></li><li>2</li><li><b>3 b</b></li>")
    witness.note(look, "things.yaml", page)
    inner = [(one.field, one.selector, one.found, one.missing, one.values, one.within) for one in look.observations]
    assert inner[3:] == [
        ("name", NAME, 2, 1, ("1 a", "3 b"), LINE),
        ("word", "{rematch: '[a-z]+'}", 2, 0, ("a", "b"), f"{LINE[:-1]}, {NAME}]"),
    ]
    heard = [values for (_, tag), values in witness.taken("things.yaml", page) if tag == "name"]
    assert heard == [("1 a",), (), ("3 b",)]
    empty = look_of()
    witness.note(empty, "things.yaml", nested_page("<h1>A</h1>"))
    assert [one.field for one in empty.observations] == ["title", "text", "box"], "there was nothing to look in"


def test_other_codes_stand_in_for_a_tag_within_another_one_and_for_none_that_looks_the_same_elsewhere():
    switches = Switches()
    proposal = Proposal("thing", "name", NAME, how="codes")
    switch = switches.put(Filed(7, "s", proposal, State.LIVE, 0.0, "{start: '<i>', end: '</i>'}"))
    witness = TagWitness("", is_only=True)
    page = nested_page(
        "<h1>A</h1><li><b>1 a</b></li><li><i>2 c</i></li><li>3</li>",
        lambda ref, tag: witness.other(switches, "things.yaml", ref, tag),
    )
    assert page.values(TagRef("thing", "name")) == ["1 a", "2 c"]
    assert page.values(TagRef("thing", "word")) == ["a", "c"]
    look = look_of(switches)
    witness.note(look, "things.yaml", page)
    assert noted(look)[3][3:6] == (1, 2, ("1 a",))
    assert (look.healed, switch.fitting, switch.vain) == ({("thing", "name"): 7}, 1, 1)
    assert witness.other(switches, "things.yaml", TagRef("thing", "box"), NESTED.layers["thing"].tag("name")) is None


def test_treatments_and_links_are_those_of_the_file(tmp_path):
    path = tmp_path / "news.yaml"
    path.write_text(NEWS, encoding="utf-8")
    title = tag_of(path, "article", "title")
    assert reading_of_tag(title, "https://news.test/")("A \n storm") == "# A storm"
    link = tag_of(path, "news.yaml:list", "headline")
    assert reading_of_tag(link, "https://news.test/a/")("b.html") == "https://news.test/a/b.html"
    assert tag_of(path, "article", "nothing") is None
    assert tag_of(path, "nothing", "title") is None
    assert tag_of(tmp_path / "none.yaml", "article", "title") is None
