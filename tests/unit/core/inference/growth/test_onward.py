import pytest

from scrapy_bt.core.inference.answers.values import (
    Argument,
    Coded,
    Constant,
    Decoded,
    Each,
    Extraction,
    Joined,
    Taken,
    Within,
)
from scrapy_bt.core.inference.growth.onward import made_of, piece_in, piece_of

PLAIN = Taken(0, Extraction("json", "next"))
PIECE = Within(Within(PLAIN, Extraction("json", "link")), Extraction("re", "after=(.+)"))


def joined(value):
    return Joined((Constant("<"), value, Constant(">")))


@pytest.mark.parametrize(
    ("value", "piece", "text"),
    [
        (PLAIN, PLAIN, "ab"),
        (PIECE, PIECE, "ab"),
        (Coded(PLAIN, "base64"), PLAIN, "YWI="),
        (Decoded(PIECE, "hex"), PIECE, "\xab"),
        (joined(PLAIN), PLAIN, "<ab>"),
        (joined(Coded(PLAIN, "hex")), PLAIN, "<6162>"),
        (Coded(joined(PLAIN), "hex"), PLAIN, "3c61623e"),
    ],
)
def test_the_piece_that_a_value_is_made_of(value, piece, text):
    assert piece_of(value) == piece
    assert piece_of(made_of(value, Each(3))) is None
    assert made_of(made_of(value, PLAIN), piece) == value
    if text.isascii():
        assert piece_in(value, text) == "ab"


@pytest.mark.parametrize(
    "value",
    [
        Constant("x"), Argument("x"), Joined((PLAIN, PLAIN)), Joined((Constant("x"),)), Coded(Constant("x"), "hex"),
        Within(Decoded(PLAIN, "hex"), Extraction("re", "x")),
    ],
)  # fmt: skip
def test_what_is_not_made_of_one_piece(value):
    assert piece_of(value) is None


@pytest.mark.parametrize(
    ("value", "text"),
    [(joined(PLAIN), "ab"), (joined(PLAIN), "<"), (Coded(PLAIN, "base64"), "?"), (Coded(PLAIN, "md5"), "ab")],
)
def test_a_text_that_is_not_made_so(value, text):
    assert piece_in(value, text) is None
