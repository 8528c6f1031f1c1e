"""Which pages are kept of many."""

from scrapy_bt.core.healing.perception.samples import layout_of, least_wanted, likeness, of_most
from tests.redesigns import NEW, OLD, ROWS_OLD


def test_a_layout_is_its_kinds_of_elements():
    assert layout_of("<DIV class='row a'><p>x</p><p>y</p></div>") == ("div.row", "p")
    assert likeness(layout_of(OLD), layout_of(OLD)) == 1.0
    assert likeness(layout_of(OLD), layout_of(NEW)) < 0.7
    assert likeness((), ()) == 1.0


def test_the_layout_of_an_answer_is_its_keys():
    assert layout_of(' {"shop": [{"name": "A <b>thing</b>: it", "name": 2}]}') == ("name", "shop")


def test_the_older_one_of_the_two_that_are_most_alike_goes():
    layouts = [layout_of(each) for each in (ROWS_OLD, OLD, NEW, OLD)]
    assert least_wanted(layouts) == 1
    assert least_wanted(layouts[:1]) == 0


def test_what_is_built_otherwise_than_most_is_left_out():
    one, more, wall = tuple("abcdef"), tuple("abcdeg"), tuple("axyz")
    assert of_most([one, more, wall, one]) == [0, 1, 3]
    assert of_most([wall, one, more, wall, more, one, wall, one]) == [1, 2, 4, 5, 7]
    assert (of_most([wall]), of_most([one, more]), of_most([])) == ([0], [0, 1], [])
    assert of_most([("a",), ("b",), ("c",)]) == [0, 1, 2]


def test_a_hostile_page_is_read_in_bounds():
    assert len(layout_of("".join(f"<p class=c{n}>" for n in range(10_000)) + "<" * 500_000)) == 160
    assert layout_of("<a " * 200_000) == ("a",)
