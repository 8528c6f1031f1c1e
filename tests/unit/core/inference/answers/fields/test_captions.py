"""Texts that say what stands behind them."""

from __future__ import annotations

import pytest

from scrapy_bt.core.inference.answers.extraction import page_of
from scrapy_bt.core.inference.answers.fields.captions import calls, takes_turns
from tests.recordings import answer


@pytest.mark.parametrize(
    ("row", "is_so"),
    [
        ("<i class=x>Cost</i><b class=cost>5</b>", True),
        ("<i class=x>Cost</i><p><b itemprop=cost>5</b></p>", True),
        ("<i class=price-of>From</i><b class=price>5</b>", True),
        ("<i class=stock>In stock</i><b class=price>5</b>", False),
        ("<i class=price>From</i><b class=price-old>5</b>", False),
    ],
)
def test_a_text_or_a_class_calls_what_is_behind_it(row: str, is_so: bool) -> None:
    root = page_of(answer("/", f"<body>{row}</body>")).root
    assert calls(next(root.iter("i")), next(root.iter("i")).getnext()) == is_so


@pytest.mark.parametrize(
    ("row", "is_so"),
    [
        ("<i>Cost</i><b>5</b><i>Size</i><b>7</b>", True),
        ("<i>Cost</i><b>5</b><i></i><i>Size</i><b>7</b>", True),
        ("<i>New</i><b>5</b>", False),
        ("<i>New</i><b>5</b><b>6</b><i>Sold</i>", False),
    ],
)
def test_labels_take_turns_with_values(row: str, is_so: bool) -> None:
    root = page_of(answer("/", f"<body>{row}</body>")).root
    assert takes_turns(next(root.iter("i")), set(root.iter("i"))) == is_so
