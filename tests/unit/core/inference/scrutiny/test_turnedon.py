"""Recordings that open entries of a list and then turn on."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from scrapy_bt.core.inference.scrutiny.subject import page_kind
from scrapy_bt.core.inference.scrutiny.turnedon import turned_on
from tests.recordings import SITE, ask, record


def told(*paths: str, is_detail: bool = True) -> bool:
    kinds = frozenset({page_kind(f"{SITE}/boat/1")})
    recording = record(*(ask(path, "<p>Boats") for path in paths), ask("/style.css", kind="stylesheet"))
    subject: Any = SimpleNamespace(is_detail=is_detail, kinds=kinds, recordings=[recording, recording])
    return turned_on(subject)


def test_either_may_be_wanted_where_a_further_page_of_the_list_came_last() -> None:
    assert told("/boats", "/boat/1", "/boat/2", "/boats?page=2")
    assert told("/boats", "/boat/1", "/boat/2", "/boats/page/2")
    assert not told("/boats", "/boat/1", "/boat/2", "/boats?page=2", is_detail=False)


@pytest.mark.parametrize(
    "paths",
    [
        ("/boats", "/boat/1", "/boats?page=2", "/boat/3"),
        ("/boats", "/boat/1", "/boats"),
        ("/boats", "/boat/1", "/about"),
        ("/boats", "/boats?page=2"),
    ],
)
def test_who_ended_elsewhere_wanted_these(paths: tuple[str, ...]) -> None:
    assert not told(*paths)
