"""What records tell by themselves: those that come whatever is given, that are part of others, or in pieces."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Any

from ....sentences import say
from ...tree.conversions import as_text
from ..answers.values import Fields
from ..recordedpages import values_in

_MOST, _RARE, _FEW, _NEARLY_ALL = 0.5, 0.25, 0.05, 0.95
_FEWEST = 3
"""Inputs from which a record that always comes first is none of them, and columns that one value is scattered over."""
_SEVERAL = 2
"""Fields that one kind of records has, and the other lacks."""
_FEWEST_ROWS = 4
_DIGITS = re.compile(r"\d+")


@dataclass(frozen=True)
class RunResult:
    """*given*: what differs from other runs; *asked*: where its records are from."""

    given: str
    records: Sequence[Mapping[str, Any]]
    asked: frozenset[str] = frozenset()
    is_recorded: bool = True

    @property
    def rows(self) -> list[frozenset[str]]:
        return [row for row in map(values_in, self.records) if row]

    def holds_given(self, row: frozenset[str]) -> bool:
        wanted = self.given.casefold()
        return bool(wanted) and any(wanted in value.casefold() for value in row)

    @property
    def is_search(self) -> bool:
        """Whether most of its records hold what was given."""
        rows = self.rows
        return sum(map(self.holds_given, rows)) > _MOST * len(rows)


def always_there(runs: Sequence[RunResult], *, is_detail: bool = False) -> str:
    """A text of a record that comes whatever is given and holds none of it, as a heading does; empty if there is none.

    It comes first or last each time, or more than once, or where others hold what was searched for; of details, from
    an address of its own each time.
    """
    recorded = [run for run in runs if run.is_recorded]
    rows = [run.rows for run in runs]
    if len({run.given for run in recorded}) < 2 or not all(rows):
        return ""
    common = set.intersection(*map(set, rows))
    if not common or len(common) > _MOST * min(len(set(run.rows)) for run in recorded):
        return ""
    are_searches = all(run.is_search for run in recorded)
    is_apart = is_detail and not frozenset.intersection(*(run.asked for run in runs))
    is_sure = len({run.given for run in runs}) >= _FEWEST
    for row in sorted(common, key=sorted):
        if any(run.holds_given(row) for run in runs):
            continue
        at_edge = all(own[0] == row for own in rows) or all(own[-1] == row for own in rows)
        comes_again = any(own.count(row) > 1 for own in rows)
        if are_searches or is_apart or comes_again or (is_sure and at_edge):
            return max(row, key=len)
    return ""


def rotating(answers: Sequence[Sequence[frozenset[str]]]) -> str:
    """A text of a row that stands on one of several answers to the same request alone, as one does on each of them.

    What is new on a page, and what is gone from it, stays so. *answers*: the rows of each.
    """
    counts = Counter(row for rows in answers for row in set(rows))
    once = [[row for row in rows if counts[row] == 1] for rows in answers]
    is_told = len(answers) >= _FEWEST and all(
        0 < len(own) <= _RARE * len(rows) for own, rows in zip(once, answers, strict=True)
    )
    return max(once[0][0], key=len, default="") if is_told else ""


def foremost(runs: Sequence[RunResult]) -> str:
    """A text of what comes before records that all hold what was given, and does not; empty if nothing does.

    As many each time, as where a page shows something of the day first.
    """
    recorded = [run for run in runs if run.is_recorded]
    if len({run.given for run in recorded}) < 2:
        return ""
    counts = set[int]()
    for run in recorded:
        rows = run.rows
        before = list(takewhile(lambda row, run=run: not run.holds_given(row), rows))  # type: ignore[misc]
        counts.add(len(before))
        behind = rows[len(before) :]
        if len(behind) < max(_FEWEST_ROWS, len(before)) or not all(map(run.holds_given, behind)):
            return ""
    return max(recorded[0].rows[0], key=len) if len(counts) == 1 and 0 not in counts else ""


def part_of_others(records: Sequence[Mapping[str, Any]]) -> int:
    """How many records say nothing that another one does not say, too, which says more; 0: hardly any."""
    told = [
        {name: as_text(value) for name, value in record.items() if value not in (None, "", [])} for record in records
    ]
    rows = [frozenset(own.items()) for own in told]
    holding: dict[tuple[str, str], list[frozenset[tuple[str, str]]]] = defaultdict(list)
    for row in set(rows):
        for pair in row:
            holding[pair].append(row)
    found = sum(any(row < other for other in min((holding[pair] for pair in row), key=len)) for row in rows if row)
    return found if found > _FEW * len(rows) else 0


def scattered(fields: Fields, runs: Sequence[RunResult]) -> list[str]:
    """Fields that are told apart by a number alone, and of which each record has one; empty if there are none.

    Of two fields only if these are of two kinds of records: one has several fields more that the other never has.
    """
    alike: dict[tuple[str, str], list[str]] = defaultdict(list)
    for name, extraction in fields:
        alike[extraction.how, _DIGITS.sub("#", extraction.text)].append(name)
    filled = [
        frozenset(name for name, value in record.items() if value not in (None, "", []))
        for run in runs
        for record in run.records
    ]
    for names in alike.values():
        kinds = Counter(tuple(name for name in names if name in own) for own in filled)
        ones = sum(count for own, count in kinds.items() if len(own) == 1)
        if len(names) < 2 or len(filled) <= len(names) or ones < _NEARLY_ALL * len(filled):
            continue
        if _are_kinds(names, filled) if len(names) == 2 else len(kinds) >= _FEWEST:
            return names
    return []


def _are_kinds(names: Sequence[str], filled: Sequence[frozenset[str]]) -> bool:
    """Whether the records with one of two fields have several others that none with the other field has."""
    kinds = [[own for own in filled if name in own] for name in names]
    one, other = (frozenset[str]().union(*own) for own in kinds)
    return (
        min(map(len, kinds)) >= _FEWEST_ROWS
        and max(len(one - other - {*names}), len(other - one - {*names})) >= _SEVERAL
    )


def told_by_records(
    runs: Sequence[RunResult], fields: Fields, *, is_detail: bool, usual: int, is_typed: bool
) -> Iterator[str]:
    """What speaks against a tree by what it brought; *usual*: recorded records that are part of others.

    *is_typed*: what was given was typed, so that it was searched for; a folder that was opened has whatever is in it.
    """
    if text := always_there(runs, is_detail=is_detail):
        yield say("“{}” is a record whatever is given, as a heading or a notice is", text[:60])
    elif is_typed and (text := foremost(runs)):
        yield say("“{}” comes before the records, which all hold what was given, and does not", text[:60])
    for run in () if usual else runs:
        if count := part_of_others(run.records):
            text = say(
                "{} of the records that came for “{}” are parts of others, which say more", count, run.given[:40]
            )
            yield text
            break
    if names := scattered(fields, runs):
        yield say("each record has only one of {}, which may be one field", ", ".join(names[:4]))
