"""How far a loop over pages goes."""

from scrapy_bt.core.inference.growth.loopparts import LoopParts, ended, within
from scrapy_bt.core.tree import nodes as bt
from scrapy_bt.core.tree.notation import one_line

SERIES = LoopParts((), (), bt.Binary("&", bt.Reference("url"), bt.Reference("more")), (), (), "as long as it is there")


def test_the_argument_bounds_a_loop_and_is_told_when_it_is_reached() -> None:
    bounded = within(SERIES, "most_pages", "turned")
    assert one_line(bounded.condition) == "turned < most_pages & url & more"
    assert [one_line(one) for one in (*bounded.before, *bounded.closing)] == ["turned = 0", "turned = turned + 1"]
    (told,) = bounded.behind
    assert one_line(told).startswith("if turned >= most_pages {")
    assert "warn " in one_line(told)


def test_what_was_recorded_bounds_a_loop_that_came_to_no_end() -> None:
    bounded = ended(SERIES, 3, "list_turned")
    assert one_line(bounded.condition) == "list_turned < 3 & url & more"
    assert bounded.behind == ()
    assert bounded.lasts == "as long as it is there; 3 at most, for they came to no end"
