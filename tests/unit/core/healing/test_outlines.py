"""A page is cut down before it is looked at, whatever stands in it."""

import pytest

from scrapy_bt.core.documents.tags import MOST_ATTRIBUTES
from scrapy_bt.core.healing import outlines
from scrapy_bt.core.healing.outlines import read_tree
from scrapy_bt.core.healing.pages import Page

MOST, DEEPEST, LONGEST = 1_000, 200, 2_000
HOSTILE = {
    "wide": "<p>x</p>" * 1_500,
    "deep": "<div>a " * 1_500,
    "deep and wide": "<div>" * 300 + "<i>x</i>" * 1_500,
    "names": f"<div class='{'a-b ' * 90_000}' id='{'x' * 90_000}'>x</div>",
    "comments": "<!-- x -->" * 1_500,
    "open tags": "<b>" * 100_000,
    "scripts": "<script>if (a<b) c()</script>" * 1_500,
}


@pytest.mark.parametrize("name", HOSTILE)
def test_of_a_page_so_many_elements_are_left_so_deep_and_with_names_so_long(name, monkeypatch):
    monkeypatch.setattr(outlines, "_MOST_ELEMENTS", MOST)
    monkeypatch.setattr(outlines, "_MOST_OPENINGS", 4 * MOST)
    root, is_cut = read_tree(f"<html><body><h1>Title</h1>{HOSTILE[name]}</body></html>")
    depths = {root: 1}
    for element in root.iterdescendants():
        depths[element] = depths[element.getparent()] + 1
    assert is_cut
    assert len(depths) <= MOST
    assert max(depths.values()) <= DEEPEST
    named = [element for element in depths if isinstance(element.tag, str)]
    assert max(len(element.get(key) or "") for element in named for key in ("class", "id")) <= LONGEST
    assert root.find(".//h1").text == "Title"


def test_an_ordinary_page_stays_as_it_is():
    root, is_cut = read_tree("<html><body><div><p class='a b'>one</p> two <!-- three --></div></body></html>")
    assert not is_cut
    assert root.xpath("string()") == "one two "


def test_elements_have_numbers_by_which_it_is_known_what_is_inside_of_what():
    outline = Page("<html><body><div><p>a<b>c</b></p><p>b</p></div><i>d</i></body></html>").outline
    tags = [element.tag for element in outline.elements]
    assert tags == ["html", "body", "div", "p", "b", "p", "i"]
    assert outline.ends == [7, 7, 6, 5, 5, 6, 7]
    assert outline.parents == [-1, 0, 1, 2, 3, 2, 1]
    assert outline.children == [1, 2, 2, 1, 0, 0, 0]
    first, bold, second = outline.elements[3:6]
    assert outline.is_within(bold, first)
    assert not outline.is_within(second, first)
    assert outline.count([0, 0, 0, 0, 0, 1, 1, 1], first) == 1


@pytest.mark.parametrize("attribute", ["a{}", "a{}='>' /", '\' a{}="<b>"'])
def test_a_tag_with_very_many_attributes_is_left_with_some_of_them(attribute):
    many = " ".join(attribute.format(number) for number in range(50_000))
    root, is_cut = read_tree(f"<html><body><h1 class=a>One</h1><div {many}>Two</div><p id=b>Three</p></body></html>")
    assert is_cut
    assert len(root.find(".//h1").attrib) == 1
    assert all(len(element.attrib) <= MOST_ATTRIBUTES for element in root.iter())
    assert "".join(root.itertext()).startswith("OneTwo")
