"""Tags that work on the pieces of another tag, on a redesigned list."""

import pytest

from scrapy_bt.core.healing.perception.observations import Observation
from scrapy_bt.core.healing.perception.views import form_of
from scrapy_bt.core.rules.rule import Tag
from scrapy_bt.core.rules.tagcodes import codes_of
from scrapy_bt.core.rules.taglines import line_of_tags
from scrapy_bt.learning.cases import Case
from scrapy_bt.learning.proposals import propose
from scrapy_bt.learning.tagrows import tag_above
from scrapy_bt.learning.trials import KeptPage, values_of

WORDS = ("Lamp", "Desk", "Chair", "Table", "Shelf", "Clock", "Vase", "Rug", "Sofa", "Bed")
BOX = Tag("box", start='<li class="offer">', end="</li>")
OLD_ROW = "<b><a href='/t/{key}'>{name}</a></b><i class=p>{price} €</i><u>by {by}</u>"
NEW_ROW = "<h3 class=name><a href='/t/{key}'>{name}</a></h3><span class=cost>{price} €</span><em>by {by}</em>"
OLD = '<li class="offer">', "</li>", "<ul class=offers>{}</ul>"
NEW = '<div class="deal card">', "</div>", "<section class=deals>{}</section>"
TAGS = [
    Tag("name", start="<b><a [^>]*>", end="</a>"),
    Tag("price", start="<i class=p>", end="</i>"),
    Tag("part", start="<nowhere>", end="<"),
]


def page(number, around, row, *, is_new=True, rows=6):
    begin, end, whole = around
    made = [
        begin
        + row.format(
            key=f"{number}-{each}",
            name=f"{WORDS[(number * 7 + each * 3) % 10]} {number * 10 + each}",
            price=f"{(number * 13 + each * 7) % 90 + 5}.50",
            by=WORDS[(number + each) % 10],
        )
        + end
        for each in range(rows)
    ]
    links = "<nav><a href='/'>Home</a><a href='/x'>More</a></nav>"
    body = f"{links}<h1>All things, page {number}</h1>{whole.format(''.join(made))}<p>The end of {number}</p>"
    return KeptPage(f"https://a.test/{number}", "failing" if is_new else "good", f"<html><body>{body}</body></html>")


def proposed(around, row, changed, *, rows=6):
    before = [page(number, OLD, OLD_ROW, is_new=False, rows=rows) for number in range(1, 6)]
    line = line_of_tags([BOX])
    box = Observation("list", "box", codes_of(BOX), rows, 0, (before[0].markup,), "shop.yaml")
    inner = [
        Observation("list", tag.name, codes_of(tag), rows, 0, tuple(values)[:5], "shop.yaml", line)
        for tag in TAGS
        if any(values := values_of(codes_of(tag), before[0].markup, within=line))
    ]
    pages = [*before, *(page(number, around, row, rows=rows) for number in range(6, 11))]
    forms = {one.field: {form_of(value) for value in one.values} for one in inner}
    case = Case(before[0], [box, *inner], pages, dict.fromkeys(changed, ("found",)), forms)
    return {one.field: one for one in propose(case)}, [each.markup for each in pages[5:]]


def given_by(one, markups):
    return [values_of(one.new, markup, within=one.within_now) for markup in markups]


def test_what_changed_within_the_pieces_is_found_in_them():
    found, now = proposed(OLD, NEW_ROW, ["name", "price"])
    assert set(found) == {"name", "price"}
    assert {one.within_now for one in found.values()} == {line_of_tags([BOX])}
    wanted = [values_of(one, page(6, OLD, OLD_ROW).markup, within=line_of_tags([BOX])) for one in map(codes_of, TAGS)]
    assert [given_by(found[name], now)[0] for name in ("name", "price")] == wanted[:2]
    assert found["price"].is_sure


@pytest.mark.parametrize("row", [NEW_ROW, OLD_ROW])
def test_pieces_of_another_layout_are_taken_anew_and_what_is_in_them_too(row):
    found, now = proposed(NEW, row, ["box"])
    assert len(given_by(found["box"], now)[0]) == 6
    assert set(found) == ({"box", "name", "price"} if row is NEW_ROW else {"box"})
    if row is NEW_ROW:
        assert given_by(found["price"], now)[0] == [f"{(6 * 13 + each * 7) % 90 + 5}.50 €" for each in range(6)]
        assert found["box"].choices[0].probability > 0.5


def test_one_piece_is_the_element_around_what_was_in_it():
    found, now = proposed(NEW, OLD_ROW, ["box"], rows=1)
    assert set(found) == {"box"}
    assert [[each.startswith("<b>") for each in taken] for taken in given_by(found["box"], now)] == [[True]] * 5


def test_the_tag_above_is_told_by_its_line():
    line, deeper = line_of_tags([BOX]), line_of_tags([BOX, TAGS[0]])
    box = Observation("list", "box", codes_of(BOX), 1, 0, ())
    name = Observation("list", "name", codes_of(TAGS[0]), 1, 0, (), "", line)
    assert (tag_above(line, [name, box]), tag_above(deeper, [box, name]), tag_above(deeper, [box])) == (box, name, None)


def test_nothing_is_proposed_where_pieces_are_no_elements():
    odd = Tag("box", start='class="offer">', end="<u>")
    before = page(1, OLD, OLD_ROW, is_new=False)
    box = Observation("list", "box", codes_of(odd), 6, 0, ("x",), "shop.yaml")
    inner = Observation("list", "price", codes_of(TAGS[1]), 6, 0, ("5.50 €",), "shop.yaml", line_of_tags([odd]))
    pages = [before, *(page(number, NEW, NEW_ROW) for number in range(6, 11))]
    found = {one.field: one.choices for one in propose(Case(before, [box, inner], pages, {"box": ("found",)}))}
    assert found == {"box": (), "price": ()}
