"""Short ways to ask what `check` finds."""

from __future__ import annotations

from scrapy_bt.core.language.checker import Resolve, check
from scrapy_bt.core.language.parser import read
from scrapy_bt.errors import Fault

PAGE = 'page :: visit "https://a.test/"\n'
TITLE = 'title :: data css "h1::text"\n'


_OF_SMALL_TEXTS = ("unread-parameter",)
"""What goes without saying in texts that are about something else."""


def found(text: str, *, resolve: Resolve | None = None) -> list[Fault]:
    """Return all faults of *text* but that it does not use its parameters."""
    return [fault for fault in check(text, resolve=resolve) if fault.code not in _OF_SMALL_TEXTS]


def codes(text: str, *, resolve: Resolve | None = None) -> list[str]:
    """Return the codes of all faults of *text*, by place."""
    return [fault.code for fault in found(text, resolve=resolve)]


def only_fault(text: str, *, resolve: Resolve | None = None) -> Fault:
    """Return the fault of a text that has exactly one."""
    faults = found(text, resolve=resolve)
    assert len(faults) == 1, "\n".join(map(str, faults))
    return faults[0]


def marked(fault: Fault) -> str:
    """Return the part of the line that the fault is about."""
    end = fault.place.end_column if fault.place.end_line == fault.place.line else len(fault.text) + 1
    return fault.text[fault.place.column - 1 : end - 1]


def first_syntax_fault(text: str) -> Fault:
    """Return the first fault of a text that does not parse, whose line and advice can be shown."""
    faults = read(text).report.in_order()
    assert len(faults) == 1, "\n".join(map(str, faults))
    assert faults[0].message in str(faults[0])
    return faults[0]
