"""Lines of a page about one thing that a link begins or ends."""

from __future__ import annotations

import lxml.html
import pytest

from scrapy_bt.core.inference.answers.details.linkedlines import ending_links, is_led, relation_of


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("By <a>Ada</a>", ("By", ["Ada"])),
        ("In <a>walks</a>, <a>mills</a>.", ("In", ["walks", "mills"])),
        ("<b>By</b> <a>Ada</a>", ("By", ["Ada"])),
        ("By <a>Ada</a> of <a>York</a>", None),
        ("<a>Ada</a> wrote it", None),
        ("By <a>Ada <b>new</b></a>", None),
        ("<a>Ada</a>", None),
        ("By Ada", None),
        (f"{'All that is known of it, ' * 3} <a>here</a>", None),
    ],
)
def test_a_line_ends_with_links_behind_a_few_words(line: str, told: tuple[str, list[str]] | None) -> None:
    found = ending_links(lxml.html.fromstring(f"<p>{line}</p>"))
    assert (found and (found[0], [link.text for link in found[1]])) == told


@pytest.mark.parametrize(
    ("rels", "told"),
    [(("author",), "author"), (("category tag",), ""), (("tag", "tag nofollow"), "tag"), (("nofollow",), ""), ((), "")],
)
def test_links_say_what_they_lead_to(rels: tuple[str, ...], told: str) -> None:
    assert relation_of([lxml.html.fromstring(f"<a rel='{rel}'>Ada</a>") for rel in rels]) == told


@pytest.mark.parametrize(
    ("line", "led"), [("<a>plan.pdf</a>: 3 pages", True), ("<a>plan.pdf</a> has 3", False), ("By <a>Ada</a>: 3", False)]
)
def test_a_link_leads_a_line_with_a_colon_behind_it(line: str, led: bool) -> None:
    assert is_led(lxml.html.fromstring(f"<p>{line}</p>")) is led
