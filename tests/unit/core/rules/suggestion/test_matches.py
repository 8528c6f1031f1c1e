import pytest

from scrapy_bt.core.rules.suggestion.matches import find_matches, find_near, is_meant, says_something
from scrapy_bt.core.rules.suggestion.outlining import read_outline
from tests.waiting import takes_at_most

PAGE = """<title>Ada &amp; Ben</title><h1>Ada <i>&amp;</i>
Ben</h1><a title="Ada & Ben" href="/a.html?x=1&amp;y=2">more</a>
<p>They say: Ada &amp; Ben went home, and never came back again.</p><script>var who = "Ada & Ben";</script>"""


def sighted(example, base_url="https://s.test/d/"):
    found = find_matches(read_outline(PAGE), example, base_url)
    return [(each.kind, each.attribute, PAGE[each.span.start : each.span.end]) for each in found]


def test_tags_entities_and_space_do_not_matter_and_headings_come_first():
    assert sighted("Ada & Ben") == [
        ("element", "", "Ada <i>&amp;</i>\nBen"),
        ("part", "", "Ada &amp; Ben"),
        ("element", "", "Ada &amp; Ben"),
        ("attribute", "title", "Ada & Ben"),
        ("part", "", "Ada & Ben"),
    ]


def test_elements_at_the_edges_of_a_part_are_taken_whole():
    page = '<nav>1. <b>Ada</b></nav><h1><i>1. </i>Ada <b>and <u>Ben</u></b><a href="#x">¶</a></h1>'
    (part, *others) = find_matches(read_outline(page), "1. Ada and Ben")
    assert page[part.span.start : part.span.end] == "<i>1. </i>Ada <b>and <u>Ben</u></b>"
    assert others == []


def test_what_stands_beside_the_content_comes_last():
    page = '<div class="sidebar"><b>Ada</b></div><div><b>Ada</b></div>'
    assert [each.span.start for each in find_matches(read_outline(page), "Ada")] == [45, 24]


@pytest.mark.parametrize("link", ["/a.html?x=1&y=2", "https://s.test/a.html?x=1&y=2", "/a.html?x=1&amp;y=2"])
def test_a_link_is_found_as_it_is_written_and_as_where_it_leads(link):
    assert sighted(link)[0] == ("attribute", "href", "/a.html?x=1&amp;y=2")


def test_dots_stand_for_anything_up_to_the_end_of_an_element():
    text = "They say: Ada &amp; Ben went home, and never came back again."
    assert sighted("They say … back again.") == [("element", "", text)]
    assert sighted("They say...") == [("element", "", text)]
    assert sighted("Ada & Ben went … came") == [("part", "", "Ada &amp; Ben went home, and never came")]


def test_what_is_not_there_is_not_found():
    assert sighted("Clara") == []
    assert sighted("   ") == []


@pytest.mark.parametrize(
    ("example", "near", "advice"),
    [
        ("ada & ben", "Ada & Ben", "other letters"),
        ("<b>Ada</b> &amp; Ben", "Ada & Ben", "without tags and entities"),
        ("They say: Ada and Ben", "They say: Ada & Ben went home, and never", "begins so"),
        ("zebra", "", "nothing like it"),
    ],
)
def test_it_is_told_where_it_nearly_is(example, near, advice):
    found = find_near(read_outline(PAGE), example)
    assert found.text.startswith(near)
    assert advice in found.advice
    assert (found.offset >= 0) == bool(near)


@pytest.mark.parametrize(
    ("example", "value", "expected"),
    [
        ("a  b", "a\nb", True),
        ("a … d", "a b c d", True),
        ("a … d", "a b c", False),
        ("…d", "c d", True),
        ("ab…ba", "aba", False),
        ("…", "a", False),
        ("a", "a b", False),
    ],
)
def test_an_example_means_values(example, value, expected):
    assert is_meant(example, value) is expected


@pytest.mark.parametrize("example", ["", " ", "…", "...", " … ... "])
def test_what_says_nothing_is_nowhere(example):
    assert not says_something(example)
    assert sighted(example) == []


@pytest.mark.parametrize("example", ["e…zz", "…e", "…e…", "e…q…e", "… e e e …", "e…"])
def test_examples_that_could_be_anywhere_are_looked_for_in_bounded_time(example):
    depth = 40
    page = f"{'<div>e ' * depth}{'<p>e x e</p>' * 20_000}{'</div>' * depth}"
    outline = read_outline(page)
    with takes_at_most(2):
        find_matches(outline, example)


@pytest.mark.parametrize(
    ("example", "advice"),
    [
        (
            "Once upon…",
            "it is there, and no element is just that; give both its beginning and its end, with … in between",
        ),
        (
            "…ever after",
            "it is there, and no element is just that; give both its beginning and its end, with … in between",
        ),
        ("Once upon…never", "it begins so there, and what stands behind … does not follow"),
        ("Twice upon…", "nothing like it is there; a page that scripts fill does not have it in its source"),
    ],
)
def test_dots_that_lead_nowhere_are_told(example, advice):
    outline = read_outline("A tale\nOnce upon a time there was a lamp.\nIt shone ever after")
    assert find_matches(outline, example) == []
    assert find_near(outline, example).advice == advice
    assert find_matches(outline, "Once upon…ever after")
