from __future__ import annotations

import pytest

from scrapy_bt.core.inference.steps.sortings import by_last_order, is_other_order
from scrapy_bt.core.samples.traffic import Exchange
from tests.recordings import ask, record


def asked(*paths: str) -> list[Exchange]:
    return list(record(*(ask(path, "<p>x</p>") for path in paths)).exchanges)


@pytest.mark.parametrize(
    ("before", "after", "is_other"),
    [
        ("/l?q=a", "/l?q=a&sort=price", True),
        ("/l?q=a", "/l?q=a&day=&sort=price", True),
        ("/l?q=a", "/l?q=a&day=", False),
        ("/l?q=a&sort=price&dir=asc", "/l?q=a&sort=price&dir=desc", True),
        ("/l?order%5B0%5D%5Bcolumn%5D=1", "/l?order%5B0%5D%5Bcolumn%5D=2", True),
        ("/l?sort=price", "/l?sort=price&page=2", False),
        ("/l?q=a&sort=price", "/l?q=b&sort=name", False),
        ("/l?dir=music", "/l?dir=films", False),
        ("/l?order=/a/b", "/l?order=/a/c", False),
        ("/l?border=1", "/l?border=2", False),
        ("/l?sort=price", "/m?sort=name", False),
        ("/l?q=a", "/l?q=a", False),
    ],
)
def test_what_differs_says_how_it_is_sorted(before: str, after: str, is_other: bool) -> None:
    one, other = asked(before, after)
    assert is_other_order(one.sent, other.sent) == is_other


def test_the_last_order_is_the_one_that_another_recording_has_by_one_click() -> None:
    (plain, up, down), (other_plain, other_up) = asked("/l", "/l?o=1", "/l?o=-1"), asked("/l", "/l?o=1")
    aligned = [(plain, other_plain), (up, other_up), (down, None)]
    assert by_last_order(aligned) == [(plain, other_plain), (up, None), (down, other_up)]
    assert by_last_order([(other_plain, plain), (other_up, up), (None, down)]) == [
        (other_plain, plain),
        (other_up, down),
        (None, up),
    ]


def test_what_all_recordings_sorted_as_often_stays_as_it_is() -> None:
    one, other = asked("/l", "/l?o=1", "/l?o=-1"), asked("/l", "/l?o=1", "/l?o=-1")
    aligned = list(zip(one, other, strict=True))
    assert by_last_order(aligned) == aligned
    assert by_last_order([]) == []
