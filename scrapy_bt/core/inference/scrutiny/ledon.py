"""Requests that were led on to other pages with whatever was recorded, and with other input are not."""

from __future__ import annotations

from collections.abc import Sequence

from ..answers.pages.addresses import bare_address
from ..rehearsal import Rehearsal


def stays_behind(other: Rehearsal, known: Sequence[Rehearsal]) -> str:
    """The address of a page that was not led on, where the *known* runs were each time; empty if there is none."""
    for node, pages in other.pages.items():
        recorded = [led for each in known if node in each.pages for led in _led_on(each, node)]
        if recorded and all(recorded) and not any(_led_on(other, node)):
            return pages[-1].url
    return ""


def _led_on(rehearsal: Rehearsal, node: str) -> list[bool]:
    """Of each page of a node, whether it is another one than was asked for."""
    asked = {bare_address(visit.url) for visit in rehearsal.visits if visit.node == node}
    return [bare_address(page.url) not in asked for page in rehearsal.pages[node]]
