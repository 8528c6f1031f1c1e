import pytest
from lxml import etree, html

from scrapy_bt.core.documents.tags import MOST_ATTRIBUTES, count_attributes, find_long_tags, shorten_tags

MANY = MOST_ATTRIBUTES + 500


def page(joint: str, form: str = "a%d") -> str:
    return f"<h1>Title</h1><p {joint.join(form % number for number in range(MANY))}>text<b>bold</b>"


PAGES = {
    "spaces": page(" "),
    "lines": page("\n", "a%d=1"),
    "slashes": page("/"),
    "no space between": page("", "a%d=''"),
    "values that hide the end": page(" ", "a%d='>'"),
    "values that look like tags": page(" ", 'a%d="<p x>"'),
    "quotes within quotes": page(" ", "a%d='\"'"),
    "without an end": page(" ").partition(">text")[0],
    "spaces around =": page(" ", "a%d = x"),
}


def most_attributes(text: str) -> int:
    root = etree.fromstring(text.encode(), parser=html.HTMLParser(recover=True, huge_tree=True))
    return max(len(element.attrib) for element in root.iter() if isinstance(element.tag, str))


@pytest.mark.parametrize("name", PAGES)
def test_a_tag_keeps_the_first_of_its_attributes(name: str) -> None:
    text = shorten_tags(PAGES[name])
    assert len(text) < len(PAGES[name])
    assert most_attributes(text) == (0 if name == "without an end" else MOST_ATTRIBUTES)
    assert text.startswith("<h1>Title</h1><p a0")
    assert name == "without an end" or text.endswith(">text<b>bold</b>")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "<p>" + "word " * 2 * MANY,
        "<path d='" + "M 0 0 " * MANY + "'>",
        "<a b='c'>d</a>" * MANY,
        '<div data-page="' + "{&quot;a&quot;: 1} " * MANY + '">',
        "<!-- " + "a " * MANY + "-->",
    ],
    ids=["empty", "text", "one value", "many tags", "JSON in a value", "comment"],
)
def test_whatever_else_is_long_stays(text: str) -> None:
    assert shorten_tags(text) is text


@pytest.mark.parametrize("piece", ["<a ", '<a "', "<a '", "<a b=", "<", "<a", "\"<a '", '<a b="\'" '])
def test_no_text_takes_longer_than_it_is_long(piece: str) -> None:
    """A scan that began anew at every `<` would take hours."""
    text = piece * 100_000
    assert len(shorten_tags(text)) <= len(text)


def test_where_long_tags_are() -> None:
    text = "<i x>" + "<p " + "a " * 20 + ">"
    assert list(find_long_tags(text, 10)) == [(5, len(text) - 1)]
    assert count_attributes("<p a b='c d' e=f/g") == 4
