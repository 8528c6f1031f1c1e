"""How soon relevant pages came."""

from lxml import etree

from scrapy_bt.core.preference.harvest import Harvest, draw_harvest


def harvest(said):
    found = Harvest()
    for sign in said:
        found.note(is_relevant=sign == "+")
    return found


def test_pages_are_counted_as_they_come():
    assert harvest("-++-") == Harvest(4, [2, 3])
    assert [harvest("-++-").found_by(page) for page in range(5)] == [0, 0, 1, 2, 2]


def test_the_picture_has_the_curve_and_what_any_order_would_be():
    drawn = etree.fromstring(draw_harvest(harvest("++--")))
    assert drawn.findtext("{*}title") == "2 relevant pages of 4"
    any_order, curve = (line.get("points").split() for line in drawn.iter("{*}polyline"))
    assert any_order == ["56.0,336.0", "536.0,36.0"]
    assert curve == ["56.0,336.0", "176.0,186.0", "296.0,36.0", "536.0,36.0"]


def test_nothing_and_very_much_are_drawn():
    assert "0 relevant pages of 0" in draw_harvest(Harvest())
    assert len(draw_harvest(harvest("+" * 100_000))) < 6_000
