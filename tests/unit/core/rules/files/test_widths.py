import pytest

from scrapy_bt.core.rules.files.widths import width_of_pieces


@pytest.mark.parametrize(
    ("rematch", "width"),
    [
        *(
            (r"\d{4}", 4),
            ("a|bcd", 3),
            ("x(ab?)", 2),
            ("(?:ab){2,3}", 6),
            ("(?=abc)a", 1),
            ("^a$", 1),
            ("(a)?(?(1)bc|d)", 1),
        ),
        *(("", None), ("a*", None), (r"\w+", None), (r"(a)\1", 1), (r"(?:(?P<x>a)|b)", 1), (r"a(?>bc)", 3)),
    ],
)
def test_how_much_a_tag_can_take(rematch, width):
    assert width_of_pieces(rematch) == width
