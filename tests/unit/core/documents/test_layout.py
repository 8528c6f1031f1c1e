from scrapy_bt.core.documents.layout import PlaceIndex
from scrapy_bt.core.documents.report import ShapeReport
from scrapy_bt.core.documents.yaml import compose_yaml

TEXT = """\
a: x   # behind
b:
  # above
  - one
  -
    two: [1, 2 , # in
          3]

  - |
    three

c:
"""


def _parts():
    root = compose_yaml(ShapeReport(TEXT, "f", noun="rule"))
    return PlaceIndex(TEXT), root, root.get("b")


def test_a_node_ends_behind_its_last_sign():
    layout, root, listing = _parts()
    assert [TEXT[layout.start(item) : layout.end(item)] for item in listing.items] == [
        "one",
        "two: [1, 2 , # in\n          3]",
        "|\n    three",
    ]
    assert [TEXT[entry.key.start : layout.end_of_entry(entry)] for entry in root][::2] == ["a: x", "c:"]


def test_the_dash_of_an_item_is_found_also_where_the_item_begins_on_the_next_line():
    layout, _, listing = _parts()
    assert [layout.line_start(layout.dash(listing, number)) for number in range(3)] == [
        TEXT.index("  - one"),
        TEXT.index("  -\n"),
        TEXT.index("  - |"),
    ]


def test_comments_and_empty_lines_around_a_line():
    layout, _, listing = _parts()
    dash = layout.dash(listing, 0)
    assert layout.with_comments_above(dash) == TEXT.index("  # above")
    assert layout.begins_line(dash)
    assert not layout.begins_line(dash + 2)
    assert layout.column(dash) == 2
    empty = TEXT.index("\n\n  - |") + 1
    assert layout.over_blank_lines(empty) == layout.line_start(layout.dash(listing, 2))
    assert layout.back_over_blank_lines(layout.over_blank_lines(empty)) == empty
    assert layout.over_comments(TEXT.index("  # above"), 0) == TEXT.index("  - one")
    assert layout.line_over(len(TEXT) - 1) == len(TEXT)
