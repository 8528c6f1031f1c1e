from scrapy_bt.core.documents.pieces import Piece, put


def test_pieces_come_in_their_places_in_whatever_order_they_are_given():
    assert put("one two three", [Piece(4, 7, "2"), Piece(0, 3, "1"), Piece(13, 13, "!")]) == "1 2 three!"


def test_a_piece_given_twice_counts_once():
    assert put("abc", [Piece(1, 1, "-"), Piece(1, 1, "-")]) == "a-bc"
