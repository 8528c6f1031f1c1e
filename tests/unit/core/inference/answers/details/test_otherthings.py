"""Lists of links to other pages of a kind."""

from __future__ import annotations

from lxml import html

from scrapy_bt.core.inference.answers.details.otherthings import texts_of_others


def told(body: str) -> set[str]:
    return texts_of_others(html.fromstring(f"<body>{body}</body>"), lambda link: link.startswith("/p/"))


def test_three_links_of_a_list_lead_to_others() -> None:
    rows = "".join(f"<li><a href=/p/{n}>Oak {n}</a><i>{n}.00</i></li>" for n in range(3))
    assert told(f"<h1>Elm</h1><p>Of use</p><ul>{rows}</ul>") == {f"Oak {n}" for n in range(3)} | {
        f"{n}.00" for n in range(3)
    }


def test_a_link_or_two_or_links_in_several_parts_are_of_the_page() -> None:
    assert told("<p>Part of <a href=/p/1>Oak</a>, before <a href=/p/2>Elm</a></p><a href=/q/1>x</a>") == set()
    assert (
        told("<div><a href=/p/1>Oak</a></div><section><a href=/p/2>Elm</a></section><p><a href=/p/3>Ash</a>") == set()
    )
