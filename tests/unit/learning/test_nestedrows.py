"""Rows that a spider looks for within a block of the page."""

import pytest

from scrapy_bt.core.healing.perception.observations import Observation
from scrapy_bt.learning.cases import Case
from scrapy_bt.learning.proposals import propose
from scrapy_bt.learning.trials import KeptPage, values_of

NAMES = ["Red lamp", "Blue desk", "Old clock", "Oak chair", "Tin kettle", "Low shelf", "Green vase", "Round mirror"]
MENU = "<ul class=menu><li><a href=/a>Home</a></li><li><a href=/b>Shop</a></li></ul>"
TABLE = (
    "<table class=goods><tr class=good>{}</tr></table>",
    "<td class=name>{}</td><td>{}.50 €</td><td><i>with VAT</i> <a href=/buy>Buy now</a></td>",
    "</tr><tr class=good>",
)
CARDS = (
    "<main><div class=cards><div class=card>{}</div></div></main>",
    "<h3>{}</h3><p class=cost>{}.50 €</p><em>with VAT</em><button>Buy now</button>",
    "</div><div class=card>",
)
INSIDE = "<main><table class=goods><tr><td><div class=card>{}</div></td></tr></table></main>", *CARDS[1:]
BLOCK, ROWS = "//table[@class='goods']", ".//tr[@class='good']"
WITHIN = f"//{ROWS}"


def page(state, layout, number, rows=4):
    around, row, between = layout
    cells = [row.format(NAMES[(number + at) % len(NAMES)], 10 + 7 * number + at) for at in range(rows)]
    markup = f"<html><body>{MENU}{around.format(between.join(cells))}<p>About us</p></body></html>"
    return KeptPage(f"https://a.test/{number}", state, markup)


def proposed(now, *, rows=4, block=BLOCK):
    pages = [page("good", TABLE, number, rows) for number in range(4)]
    pages += now
    seen = [
        Observation("parse", f"xpath {block}", block, 1, 0, ()),
        Observation("parse", f"xpath {ROWS}", ROWS, rows, 0, (), within=block),
        Observation("parse", "xpath ./td", "./td", 3 * rows, 0, (), within=WITHIN),
        Observation("parse", "name", "./td[@class='name']/text()", rows, 0, tuple(NAMES[:rows]), within=WITHIN),
        Observation("parse", "price", "./td[2]/text()", rows, 0, ("10.50 €",), within=WITHIN),
    ]
    forms = {"name": {"words"}, "price": {"0.0 €"}}
    case = Case(pages[0], seen, pages, {f"xpath {block}": ("found",)}, forms)
    return {one.field: one for one in propose(case)}, case.now


@pytest.mark.parametrize("rows", [3, 5])
def test_block_rows_and_what_stands_in_them_are_found_together(rows):
    found, now = proposed([page("failing", CARDS, number, rows) for number in range(4, 8)], rows=rows)
    block, inner = found[f"xpath {BLOCK}"], found[f"xpath {ROWS}"]
    assert (block.new, inner.new, inner.within_now) == ("div.cards", "div.card", "div.cards")
    assert block.choices[0].probability == inner.choices[0].probability
    for number, one in enumerate(now, 4):
        given = [values_of(found[name].new, one.markup, within="div.card") for name in ("name", "price")]
        assert given == [
            [NAMES[(number + at) % len(NAMES)] for at in range(rows)],
            [f"{10 + 7 * number + at}.50 €" for at in range(rows)],
        ]


def test_a_block_that_is_still_there_stays_and_what_had_several_cells_is_not_one_of_them():
    found, _ = proposed([page("failing", INSIDE, number) for number in range(4, 8)])
    assert found[f"xpath {ROWS}"].new == "div.card"
    assert not found[f"xpath {BLOCK}"].choices
    assert not found["xpath ./td"].choices


def test_where_the_rows_are_nowhere_nothing_is_proposed():
    found, _ = proposed([KeptPage(f"https://a.test/{n}", "failing", f"<p>Closed {n}</p>") for n in range(4, 8)])
    assert not found[f"xpath {ROWS}"].choices
