from scrapy_bt.core.rules.suggestion.outline import PathLabel
from scrapy_bt.core.rules.suggestion.pathshapes import PathShape, lasting, narrowed, shared_path


def path(*steps):
    """Labels of `name.class.class`."""
    return tuple(
        PathLabel(name, frozenset(filter(None, classes.split("."))))
        for name, _, classes in (step.partition(".") for step in steps)
    )


def test_the_same_path_fits_what_it_shares_with_itself():
    mine = path("ul.list", "li.row", "a.t")
    shape = shared_path(mine, mine)
    assert shape == PathShape(mine, mine, 3)
    assert shape.fits(mine)
    assert not shape.fits(path("ul.list", "li.row"))
    assert not shape.fits(path("div", *["ul.list", "li.row", "a.t"]))


def test_classes_that_only_one_has_are_not_shared():
    shape = shared_path(path("ul", "li.row.odd"), path("ul", "li.row.big"))
    assert shape.fits(path("ul", "li.row"))
    assert not shape.fits(path("ul", "li"))


def test_elements_of_other_names_end_what_is_shared():
    shape = shared_path(path("div.a", "p", "i"), path("div.a", "ul", "li", "i"))
    assert (shape.exact, [label.name for label in shape.inner]) == (0, ["i"])
    assert [label.name for label in shape.outer] == ["div"]


def test_states_and_places_in_a_list_are_no_lasting_classes():
    (label,) = path("li.row.odd.active.item-12.is-last")
    assert lasting(label).classes == {"row"}


def test_shapes_are_narrowed_by_each_other():
    one = PathShape((), path("ul", "li.row.big"), 2)
    other = PathShape((), path("ul", "li.row"), 3)
    assert narrowed(one, other) == PathShape((), path("ul", "li.row"), 0)
