"""What a page says."""

import pytest
from lxml import html

from scrapy_bt.core.preference.pages import HEADING, PageText, Passage, enough

PAGE = """<html><head><title>A  list</title><script>var hidden</script></head><body><h1>ENGINES</h1>
<ul><li>The <a href="/e/1">first
   <b>engine</b></a> of 1837</li><li>Ünd</li></ul><h2>More</h2></body></html>"""


def test_headings_stand_apart_and_in_the_text_so_that_they_count():
    headings, body = PageText(html.fromstring(PAGE))
    assert headings == Passage("A list\nENGINES\nMore", HEADING - 1)
    assert body.text == "A list ENGINES The first engine of 1837 Ünd More"
    assert body.folded == "a list engines the first engine of 1837 ünd more"


def test_what_nobody_sees_is_no_text():
    text = PageText(html.fromstring(PAGE), has_phrases=False)
    assert "hidden" not in text.body.text
    assert text.body.text.split() == PageText(html.fromstring(PAGE)).body.text.split()
    assert [passage.text for passage in text.naming(["hidden", "engine"])][1].split() == ["ENGINES", "engine"]


def test_the_beginning_has_the_headings_first():
    assert PageText(html.fromstring(PAGE)).beginning(1_000).split()[:4] == ["a", "list", "engines", "more"]
    assert PageText(html.fromstring(PAGE)).beginning(14) == "a list engines"
    assert PageText(html.fromstring("<p></p>")).beginning(10) == ""


def test_of_a_text_no_more_is_read_than_is_asked_for():
    pieces = iter(["a  b", None, " \n", "cd", "never"])
    assert enough(pieces, 4) == ["a  b", " \n", "cd"]
    assert [*pieces] == ["never"]


@pytest.mark.parametrize("name", ["engine", "内核"])
def test_pieces_that_name_something_are_found_wherever_they_stand(name):
    page = html.fromstring(
        f"<p>{name}</p><script>{name} 1</script><p>İ no</p>é <b>The {name.upper()}</b>, <i>{name}</i>"
    )
    _, text = PageText(page).naming((name,))
    assert text.folded == f"{name} the {name} {name}"
