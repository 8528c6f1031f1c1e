"""Facts that all opened pages have alike."""

from __future__ import annotations

import lxml.html
import pytest

from scrapy_bt.core.inference.answers.details.samefacts import same_facts


def found(page: str, *everywhere: str) -> list[str]:
    lines = lxml.html.fromstring(f"<main>{page}</main>").xpath("//p | //li | //h3 | //td | //i | //b")
    return sorted(line.text_content() for line in same_facts(lines, everywhere))


@pytest.mark.parametrize(
    "page",
    [
        "<li>Cost: 5<li>Maker: Ada",
        "<li>价格：5<li>作者：阿达",
        "<li>Cost <u>5</u><li>Maker <u>Ada</u>",
        "<p><b>Cost</b> 5<p><b>Maker</b> Ada",
        "<p><b>Cost:</b> 5<p><b>Maker:</b> Ada",
        "<h3>Cost</h3><p>5<h3>Maker</h3><p>Ada",
        "<table><tr><td>Cost<td>5<tr><td>Maker<td>Ada</table>",
        "<div><b>Cost</b><i>5</i></div><div><b>Maker</b><i>Ada</i></div>",
    ],
)
def test_a_fact_beside_one_that_differs_is_one(page: str) -> None:
    everywhere = ("Maker: Ada", "Maker Ada", "Ada", "Cost", "Maker", "作者：阿达")
    (fact,) = found(page, *everywhere)
    assert fact in everywhere


@pytest.mark.parametrize(
    ("page", "everywhere"),
    [
        ("<p>Maker: Ada<p>Open: daily", ("Maker: Ada", "Open: daily")),
        ("<p>Cost: 5<p>All about boats", ("All about boats",)),
        ("<p>Cost: 5<div><p>Open: daily</div>", ("Open: daily",)),
        ("<p>Cost: 5<p><b>Open:</b> daily", ("Open: daily",)),
        ("<h3>Cost</h3><p>5<h3>Maker of the day</h3><li>Ada", ("Cost", "Maker of the day", "Ada")),
        ("<li>5<li>Open daily<li>All of it", ("Open daily", "All of it")),
    ],
    ids=["none differs", "no label", "elsewhere", "labelled in another way", "of another kind", "a list"],
)
def test_others_are_none(page: str, everywhere: tuple[str, ...]) -> None:
    assert found(page, *everywhere) == []
