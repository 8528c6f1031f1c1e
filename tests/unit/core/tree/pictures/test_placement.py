from itertools import combinations

from hypothesis import given, settings

from scrapy_bt.core.language.parser import parse
from scrapy_bt.core.tree.pictures.chart import chart
from scrapy_bt.core.tree.pictures.placement import MARGIN, NOTE_GAP, SIBLING_GAP, place
from tests.strategies import documents


def bottom(one):
    return one.y + one.height + (NOTE_GAP + one.note_height if one.box.note else 0)


def overlap(one, other):
    across = one.x < other.x + max(other.width, other.note_width) and other.x < one.x + max(one.width, one.note_width)
    return across and one.y < bottom(other) and other.y < bottom(one)


@settings(max_examples=50)
@given(documents())
def test_nothing_overlaps_and_children_stand_right_of_their_parents_in_their_order(document):
    placed = place(chart(document))
    assert not [pair for pair in combinations(placed, 2) if overlap(*pair)]
    last = {}
    for number, one in enumerate(placed):
        assert one.x >= MARGIN - 0.01
        assert one.y >= MARGIN - 0.01
        parent = one.box.parent
        if parent is not None:
            assert one.x > placed[parent].right
            assert one.middle > last.get(parent, 0)
            last[parent] = one.middle
        assert number < len(placed)


def test_a_parent_stands_between_its_children():
    parent, first, second, third = place(chart(parse("main :: and { a  b  c }")))
    assert parent.middle == second.middle
    assert first.middle < second.middle < third.middle
    assert first.x == second.x == third.x
    assert second.y - bottom(first) == SIBLING_GAP


def test_a_long_note_has_room_below_its_box():
    rows = "  ".join(f"{code} = end" for code in range(400, 420))
    page, lonely = place(chart(parse(f"main :: and {{ :page }} page :: visit state page {{ {rows} }} z :: data")))[1:]
    assert page.note_height > 200
    assert lonely.y > bottom(page)


def test_an_empty_document_has_no_boxes():
    assert place(()) == []
