from hypothesis import given
from hypothesis import strategies as st

from scrapy_bt.core.documents.pieces import put
from scrapy_bt.core.services.answers import LineStarts, difference, fixes
from scrapy_bt.errors import Fault, Place, Suggestion

TEXTS = st.text("ab\n", max_size=12)


@given(TEXTS, TEXTS)
def test_one_piece_makes_any_text_of_any_other(before, after):
    pieces = difference(before, after)
    assert put(before, pieces) == after
    assert len(pieces) == (before != after)


def test_places_become_indexes():
    lines = LineStarts("ab\ncd")
    assert lines.span(Place("f", 2, 1, 2, 3)) == (3, 5)
    assert lines.span(Place("f", 1, 2)) == (1, 2)
    assert lines.span(Place("f", 9, 9))[0] == 5


def test_only_advice_that_names_a_word_is_a_fix():
    place = Place("f", 1, 1, 1, 6)
    named = Fault(place, "m", Suggestion("pgae", "page"))
    assert [fix.piece.text for fix in fixes(":pgae", [named, Fault(place, "m", "did you mean it?")])] == ["page"]
    assert fixes("other", [named]) == []
