import pytest

from scrapy_bt.core.tree.boundaries import stands_apart
from scrapy_bt.core.tree.nodes import Assign, Body, Call, End, Literal, Reference, While


@pytest.mark.parametrize(
    ("last", "opening", "apart"),
    [
        (Assign("x", Literal(1)), "-", False),
        (While(Literal(True), Body()), "-", True),
        (End(), "!", False),
        (End(success=False), "!", True),
        (Reference("css"), '"a"', False),
        (Reference("x"), '"a"', True),
        (Reference("css"), "from", False),
        (Call("a"), "b", True),
    ],
)
def test_what_would_read_as_going_on_does_not_stand_apart(last, opening, apart):
    assert stands_apart(last, opening) is apart
