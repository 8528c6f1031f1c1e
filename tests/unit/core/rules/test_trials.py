from dataclasses import replace
from time import perf_counter

import pytest

from scrapy_bt.core.regex.deadlines import Timeout
from scrapy_bt.core.rules.cycles import layers_above, layers_in_cycles
from scrapy_bt.core.rules.rule import Column, Layer, Rule, RuleGroup, Tag, TagRef
from scrapy_bt.core.rules.treatments import Insert, Replace
from scrapy_bt.core.rules.trials import StepChange, likeliest_layer, try_layer

PAGE = """<h1>List</h1>
<ul><li><a href="/1">Ada</a> 12</li>
<li><a href="/2">Ben</a></li></ul>
"""
ROWS = Tag("row", start="<li>", end="</li>")
NAMES = Tag("name", start="<a[^>]*>", end="</a>", parent="row")
LINKS = Tag("link", start='href="', end='"', parent="row", link=True)


def trial(*tags, text=PAGE, tag="", **options):
    layer = Layer("list", tags=tags)
    return try_layer(Rule("r", layers=(layer,)), layer, text, "https://s.test/", tag=tag, **options)


def problem(tag, text=PAGE):
    return trial(tag, text=text).tags[0].problem


def test_matches_pieces_and_values_are_there():
    row = trial(ROWS).tags[0]
    assert [PAGE[start:end] for start, end in row.starts] == ["<li>", "<li>"]
    assert [PAGE[start:end] for start, end in row.ends] == ["</li>", "</li>"]
    assert tuple(PAGE[start:end] for start, end in row.pieces) == row.values
    assert row.problem == ""


def test_each_step_tells_what_it_did():
    tag = Tag(
        "x",
        start="<li>",
        end="</li>",
        rematch="<a[^>]*>(.*)</a>",
        include="a|e",
        exclude="B",
        treatments=(Replace("A", "O"), Insert("!", -1)),
        merge=True,
        link=True,
    )
    assert trial(tag).tags[0].changes == (
        StepChange("locate", "<li> … </li>", 0, 2),
        StepChange("rematch", "", 2, 2, ('<a href="/1">Ada</a> 12', "Ada")),
        StepChange("include", "", 2, 2),
        StepChange("exclude", "", 2, 1, None, "Ben"),
        StepChange("treat", "A becomes 'O'", 1, 1, ("Ada", "Oda")),
        StepChange("treat", "'!' is inserted at -1", 1, 1, ("Oda", "Oda!")),
        StepChange("merge", "", 1, 1),
        StepChange("link", "from https://s.test/", 1, 1, ("Oda!", "https://s.test/Oda!")),
    )


def test_child_tags_are_counted_over_all_values_of_their_parent():
    row = trial(ROWS, NAMES, LINKS, Tag("number", start="</a> ", parent="row")).tags[0]
    names, links, number = row.children
    assert names.values == ("Ada", "Ben")
    assert (names.parents, names.successes) == (2, 2)
    assert links.values == ("https://s.test/1", "https://s.test/2")
    assert number.values == ("12",)
    assert (number.parents, number.successes) == (2, 1)


def test_values_that_say_nothing_are_told():
    assert problem(Tag("x", start="<ul>", end="<")) == "all that it took is empty"
    assert problem(Tag("x", start="</li>", end="<")) == "all that it took is white space"
    assert problem(Tag("x", start="<ol>")).startswith("the start code never matches")


def test_a_child_of_nothing_is_told():
    row = trial(Tag("row", start="<ol>"), NAMES).tags[0]
    assert row.children[0].problem == "its parent took nothing"


def test_a_tag_that_takes_too_long_is_named_and_harms_no_other():
    slow = Tag("slow", start=r"(a+)+\1b")
    found = trial(slow, Tag("x", end="a"), text="a" * 5000, timeout=Timeout(0.05, perf_counter)).tags
    assert "tag slow, codes" in found[0].problem
    assert "took longer than 0.05 s" in found[0].problem
    assert found[1].values == ("",)


def test_one_tag_is_shown_with_those_above_and_below():
    found = trial(ROWS, NAMES, LINKS, Tag("other"), tag="name")
    assert [tag.name for tag in found.layer.tags] == ["row", "name"]
    assert found.groups == ()


def group_rule():
    pages = Layer("list", tags=(ROWS, NAMES, replace_parent(LINKS)), entries=("/list_<1,9,1,false>.html",))
    detail = Layer("detail", tags=(Tag("title", start="<h1>", end="</h1>"),), parent=TagRef("list", "link"))

    def group(name, *refs):
        return RuleGroup(
            name, columns=tuple(Column(ref.replace(".", "_"), tag=TagRef(*ref.split("."))) for ref in refs)
        )

    return Rule(
        "r",
        site_url="https://s.test/",
        layers=(pages, detail),
        groups=(group("names", "list.name"), group("titles", "list.link", "detail.title"), group("no", "list.row")),
    )


def replace_parent(tag):
    return Tag(tag.name, start=tag.start, end=tag.end, link=True)


def test_rows_of_groups_come_from_the_page_alone():
    rule = group_rule()
    found = {each.group.name: each for each in try_layer(rule, rule.layers[0], PAGE, "https://s.test/").groups}
    assert [row.values for row in found["names"].rows] == [("Ada",), ("Ben",)]
    assert found["titles"].rows == ()
    assert "further on, which have detail.title" in found["titles"].goes_on
    assert found["titles"].problems == ()


def test_values_of_pages_before_stand_as_their_names():
    rule = group_rule()
    (titles,) = try_layer(rule, rule.layers[1], PAGE, "https://s.test/1").groups
    assert [row.values for row in titles.rows] == [("‹list.link›", "List")]
    assert titles.problems == ()


@pytest.mark.parametrize(
    ("url", "text", "layer"),
    [
        ("https://s.test/list_7.html", "", "list"),
        ("https://s.test/x", "<h1>Title</h1>", "detail"),
        ("https://s.test/x", PAGE, "list"),
    ],
)
def test_the_layer_is_that_of_the_entry_or_the_one_that_takes_most(url, text, layer):
    assert likeliest_layer(group_rule(), text, url).name == layer


def test_a_rule_without_entries_begins_with_its_first_layer_at_the_url_of_its_site():
    layers = tuple(replace(layer, entries=()) for layer in group_rule().layers)
    rule = replace(group_rule(), layers=layers, site_url="https://s.test/")
    assert likeliest_layer(rule, "<h1>Title</h1>", "https://s.test/").name == "list"
    assert likeliest_layer(rule, "<h1>Title</h1>", "https://s.test/x").name == "detail"


def test_what_many_pieces_lack_is_said_once():
    columns = tuple(Column(name, tag=TagRef("list", name)) for name in ("name", "price"))
    tags = (ROWS, NAMES, Tag("price", start="€", parent="row"))
    layer = Layer("list", tags=tags)
    rule = Rule("r", layers=(layer,), groups=(RuleGroup("g", columns=columns),))
    (group,) = try_layer(rule, layer, PAGE * 2, "https://s.test/").groups
    (problem, *_) = group.problems
    assert problem.endswith("(4 times)")
    assert "in one piece of row" in problem


@pytest.mark.parametrize(
    ("at", "note"),
    [
        (4, "'!' is inserted at 4; 1 of 2 are shorter, and it comes at their end"),
        (-6, "'!' is inserted at -6; 1 of 2 are shorter, and it comes at their front"),
        (3, "'!' is inserted at 3"),
        (-1, "'!' is inserted at -1"),
    ],
)
def test_an_insertion_beyond_a_value_is_told(at, note):
    tag = Tag("x", rematch="Ada|https", treatments=(Insert("!", at),))
    assert trial(tag, text="Ada https").tags[0].changes[-1].note == note


RULE = Rule(
    "r",
    layers=(
        Layer("home"),
        Layer("list", parent=TagRef("home", "x")),
        Layer("self", parent=TagRef("self", "x")),
        Layer("a", parent=TagRef("b", "x")),
        Layer("b", parent=TagRef("a", "x")),
        Layer("leaf", parent=TagRef("b", "y")),
    ),
)


def test_layers_that_lead_back_to_themselves_are_found():
    assert layers_in_cycles(RULE) == {"self", "a", "b"}


def test_the_layers_on_the_ways_to_one_are_found():
    assert layers_above(RULE, "home") == frozenset()
    assert layers_above(RULE, "list") == {"home"}
    assert layers_above(RULE, "self") == {"self"}
    assert layers_above(RULE, "leaf") == {"a", "b"}
