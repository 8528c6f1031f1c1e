"""What pictures say."""

from __future__ import annotations

import pytest

from scrapy_bt.core.inference.answers.elements.pictures import alone_said
from scrapy_bt.core.inference.answers.extraction import page_of
from tests.recordings import answer


@pytest.mark.parametrize(
    ("html", "told"),
    [
        ("<a href='/1'><img alt=' A  lamp '></a>", "A lamp"),
        ("<figure><a href='/1'><img alt='A lamp'></a></figure>", "A lamp"),
        ("<a href='/1'><img alt='A lamp'> Buy it</a>", ""),
        ("<p><img alt='A lamp'></p>", ""),
        ("<a href='/1'><img></a>", ""),
    ],
)
def test_a_picture_speaks_for_a_link_or_a_figure_that_says_nothing_else(html: str, told: str) -> None:
    assert alone_said(next(page_of(answer("/", html)).root.iter("img"))) == told


def test_what_is_no_picture_has_a_text_of_its_own() -> None:
    assert alone_said(next(page_of(answer("/", "<a alt=x href='/1'></a>")).root.iter("a"))) == ""
