import pytest
from lsprotocol.types import Position, PositionEncodingKind
from pygls.workspace import PositionCodec

from scrapy_bt.core.language.spans import Span
from scrapy_bt.editors.positions import Positions

TEXT = "a😀b\r\nstraße\n\nend"


def test_places_are_counted_in_units_of_utf_16():
    places = Positions(TEXT, PositionCodec())
    assert places.position(TEXT.index("b")) == Position(0, 3)
    assert places.offset(Position(0, 3)) == TEXT.index("b")
    assert places.range(Span(0, 2)).end == Position(0, 3)


@pytest.mark.parametrize(
    "encoding", [PositionEncodingKind.Utf8, PositionEncodingKind.Utf16, PositionEncodingKind.Utf32]
)
def test_every_index_comes_back(encoding):
    places = Positions(TEXT, PositionCodec(encoding))
    for index in range(len(TEXT) + 1):
        if TEXT[index - 1 : index + 1] != "\r\n":
            assert places.offset(places.position(index)) == index


def test_what_lies_beyond_a_line_or_the_text_is_its_end():
    places = Positions(TEXT, PositionCodec())
    assert places.offset(Position(0, 99)) == TEXT.index("\r")
    assert places.offset(Position(99, 0)) == len(TEXT)
