import pytest

from scrapy_bt.core.documents.edits import moved_target
from scrapy_bt.core.documents.pieces import TextEdit, UneditableError, put


def test_a_block_behind_what_moves_is_found_under_its_new_number():
    assert moved_target((2, 0), (2, 1, "else")) == (2, 0, "else")
    assert moved_target((2, 1), (2, 0)) == (2, 0)
    assert moved_target(("layers", 0), ("layers", 1, "tags")) == ("layers", 0, "tags")
    assert moved_target(("layers", 1), ("layers", 0, "tags")) == ("layers", 0, "tags")
    assert moved_target(("layers", 0, "tags", 0), ("layers", 1, "tags")) == ("layers", 1, "tags")


def test_nothing_moves_into_itself():
    with pytest.raises(UneditableError, match="2/0 cannot move into itself"):
        moved_target((2, 0), (2, 0))


def test_pieces_come_in_their_places_in_whatever_order_they_are_given():
    assert put("one two three", [TextEdit(4, 7, "2"), TextEdit(0, 3, "1"), TextEdit(13, 13, "!")]) == "1 2 three!"


def test_a_piece_given_twice_counts_once():
    assert put("abc", [TextEdit(1, 1, "-"), TextEdit(1, 1, "-")]) == "a-bc"
