"""Rows that say much the same on all pages."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import SimpleNamespace
from typing import Any

import pytest

from scrapy_bt.core.inference.answers.values import Extraction
from scrapy_bt.core.inference.findings import Records
from scrapy_bt.core.inference.scrutiny.alikerows import alike_rows
from tests.recordings import answer

TITLE = Records(0, None, (("title", Extraction("css", "h1::text")),))
Page = Callable[[str, int], str]


def listed(rows: Sequence[str], inner: str = "ul class=all") -> str:
    tag = inner.partition(" ")[0]
    return f"<{inner}>{''.join(f'<li>{row}</li>' for row in rows)}</{tag}>"


def told(page: Page, records: Records = TITLE) -> str:
    """Of two pages, with what each is called and a number of its own."""
    pages = [
        answer(f"/boat/{name}", f"<h1>{name}</h1>{page(name, number)}") for name, number in (("Oak", 20), ("Elm", 70))
    ]
    recorded = SimpleNamespace(rows=lambda each: [frozenset({"Oak" if each is pages[0] else "Elm"})])
    subject: Any = SimpleNamespace(records=records, all_pages=pages, recorded=recorded)
    return alike_rows(subject)


@pytest.mark.parametrize(
    "page",
    [
        lambda _, number: listed([f"<a href=/read/{number + at}>Chapter {at}</a>" for at in range(1, 8)]),
        lambda name, _: listed([f"<a href=/{name}/{at}>Chapter {at}</a>" for at in range(1, 8)]),
        lambda name, _: listed([f"<a href=/{name}/{at}>Part {at}</a><i>2021-03-0{at}</i>" for at in range(1, 8)]),
        lambda _, number: listed([f"Chapter {at}" for at in range(1, number // 10 + 5)]),
        lambda _, number: listed([f"{day}day <img src={number + ord(day)}.png>" for day in "MTWFS"]),
        lambda name, _: listed([*(f"Dish {letter}" for letter in "ABCDE"), f"Soup of {name}"]),
    ],
)
def test_what_leads_elsewhere_or_is_not_as_many_may_be_wanted(page: Page) -> None:
    assert told(page)
    assert not told(page, Records(0, Extraction("css", "li"), TITLE.fields))


@pytest.mark.parametrize(
    "page",
    [
        lambda *_: listed([f"<a href=/read/{at}>Chapter {at}</a>" for at in range(1, 8)]),
        lambda name, _: listed(
            [f"<a href=/boat/{name}/{part}>The {part}</a>" for part in ("files", "past", "crew", "log")]
        ),
        lambda _, number: listed([f"Chapter {at}" for at in range(1, number // 10 + 5)], "nav"),
        lambda _, number: (
            listed([f"<a href=/read/{number + at}>Chapter {at}</a>" for at in range(1, 8)]) + "<p>Old " * 99
        ),
        lambda _, number: listed([f"{day} May: {int(day == number % 9)}" for day in range(3, 12)]),
        lambda name, _: listed([f"<a href=//{at}.org/?t=The+{name}>Share at {at}</a>" for at in "ABCDE"]),
        lambda _, number: listed([f"<a href=/get/{number * 7 + at}>As {text}" for at, text in enumerate("ABCDE")]),
        lambda _, number: listed(["Small", "Large", "Tall", "Wide", "Huge"][: number // 10 + 2]),
        lambda _, number: (
            f"<div><p class=api><a href=/api/{number}>Data</a><p>Write a note<p class=box>Hide<p>{number} aboard</div>"
        ),
    ],
)
def test_a_menu_a_chart_and_what_is_the_same_or_little_is_not(page: Page) -> None:
    assert not told(page)
