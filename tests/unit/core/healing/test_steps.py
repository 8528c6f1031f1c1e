"""Steps of selectors."""

import pytest

from scrapy_bt.core.healing.pages import Page
from scrapy_bt.core.healing.steps import Finder, Path, PathStep, is_volatile, steps_to

PAGE = Page(
    "<html><body><div id='story' class='article-body css-1x9z8y'><p>a</p><section><p class='lead'>b</p></section></div>"
    "<p class='recipe_title__lHmUz'>c</p></body></html>"
)


def found(path):
    return [element.text for element in Finder(PAGE.outline).find(path)]


def test_a_path_finds_what_its_css_finds():
    inner, direct = PathStep("p"), PathStep("p", child=True)
    for path in (Path((inner,)), Path((PathStep(name="story"), inner)), Path((PathStep(name="story"), direct))):
        assert found(path) == [element.text for element in PAGE.root.cssselect(path.css)]
    assert found(Path((PathStep("p", prefix="recipe_title__"),))) == ["c"]


@pytest.mark.parametrize("name", ["css-1x9z8y", "post-12345", "lHmUz1", "sc-abcdef", "a1b2c3d4e5"])
def test_names_that_tools_make_are_volatile(name):
    assert is_volatile(name)


@pytest.mark.parametrize("name", ["article-body", "headline", "entry-title", "lead", "story"])
def test_names_that_people_give_are_not(name):
    assert not is_volatile(name)


def test_firm_ways_come_first():
    first = steps_to(PAGE.root.find(".//div"))
    assert first[0].css == "#story"
    assert [step.css for step in first].index("div.article-body") < [step.css for step in first].index("div")
    assert any(step.prefix == "recipe_title__" for step in steps_to(PAGE.root.findall(".//p")[-1]))


def test_a_name_without_end_is_passed_over_and_takes_no_time():
    name = "a-" * 150_000
    assert is_volatile(name)
    (paragraph,) = Page(f"<html><p class='{name} lead'>a</p></html>").root.iter("p")
    assert all(name not in step.css for step in steps_to(paragraph))
