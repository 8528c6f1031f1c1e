"""The rows of several state tables that hold for one node."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .nodes import StateRow

_OF_SUCCESS = re.compile("[123]..|empty|login")
"""Outcomes that come where a visit would else succeed."""


def rows_beside(own: tuple[StateRow, ...], more: tuple[StateRow, ...]) -> tuple[StateRow, ...]:
    """Return *own* rows, and of *more* those for outcomes that none of them is for."""
    taken = {outcome for row in own for outcome in row.outcomes}

    def is_open(outcome: str) -> bool:
        is_any = "any" in taken and _OF_SUCCESS.fullmatch(outcome) is None
        return outcome not in taken and f"{outcome[0]}xx" not in taken and not is_any

    left = (replace(row, outcomes=tuple(filter(is_open, row.outcomes))) for row in more)
    return (*own, *(row for row in left if row.outcomes))
