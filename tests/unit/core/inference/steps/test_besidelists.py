"""Links of a list and those beside it."""

from __future__ import annotations

import pytest

from scrapy_bt.core.inference.steps.besidelists import has_others_beside
from tests.recordings import answer

ROWS = "".join(f"<div class=hit><h3><a href=/p/{n}>{n}</a></h3></div>" for n in range(4))


def told(beside: str) -> bool:
    return has_others_beside(answer("/", f"<main>{ROWS}</main>{beside}"), "a", "div.hit")


def test_fewer_links_elsewhere_that_are_built_otherwise_are_beside_a_list() -> None:
    assert told("<ul><li><a href=/p/8>8</a></li><li><a href=/p/9>9</a></li></ul>")


@pytest.mark.parametrize(
    "beside",
    [
        "",
        "<aside><div class=top><h3><a href=/p/9>9</a></h3></div></aside>",
        f"<ul>{''.join(f'<li><a href=/p/{n}>{n}</a></li>' for n in range(10, 15))}</ul>",
    ],
)
def test_what_is_built_as_rows_are_is_more_of_the_list_and_so_are_more_links(beside: str) -> None:
    assert not told(beside)


def test_links_in_the_list_itself_are_its_own() -> None:
    page = answer("/", f"<main>{ROWS}<p><a href=/p/9>9</a></p></main>")
    assert not has_others_beside(page, "a", "div.hit")
