"""Which selectors are proposed for a field: all that speaks for each, and what it gives on the pages of today."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..core.healing.fields import run_selector
from ..core.healing.lookalikes import less_likely, more_likely
from ..core.healing.parsing import page_of
from ..core.healing.patching.pieces import is_codes, is_json
from ..core.healing.perception.observations import Observation
from ..core.healing.proposals import SWITCH, Choice, Trial
from .cases import Case
from .datakeys import DataKeys
from .evidence import LEAST_KNOWN, FieldEvidence
from .healing import Healed
from .readings import find_readings
from .rowselectors import inside
from .samelists import selectors_of_same_list
from .trials import compare, rows_of, try_selector, values_of
from .twins import find_twins, is_confirmed, is_same_list

_MOST_CHOICES = 3
_LEAST_LIKELY = 0.05
_MOST_ROWS = 3
_FEW = 3
"""A text that is the same on all pages, and these are so many, is not taken for a value."""


def choose(one: Observation, written: Sequence[Healed], case: Case, before: str, today: str) -> tuple[Choice, ...]:
    """The likeliest selectors that give usual values on most pages of today; for each element only the best one."""
    forms, read = case.forms.get(one.field, ()), case.readings.get(one.field, str)
    now = [page.markup for page in case.now]
    least = 2 if len(one.values) > 1 and not before and _is_list(one, case) else 1
    tried: list[tuple[str, float, Trial]] = []
    was = try_selector(one.selector, now, forms=forms, read=read, within=today, least=least)
    _, usual = _distinct(one.selector, [page.markup for page in case.earlier], before)
    twins = find_twins(case.pages)
    evidence, told = FieldEvidence(one, case, before, today), DataKeys(one, case)
    keys = [] if least > 1 else told.selectors()

    def is_borne_out(text: str, trial: Trial) -> bool:
        rows = before, today
        if trial.found == trial.pages and is_same_list(one.selector, text, twins, within=rows):
            return True
        if not trial.holds or any(key in text for key, _ in keys):
            return False
        if is_confirmed(one.selector, text, twins, within=rows):
            return True
        return not is_json(text) and (evidence.speaks_for(text) or told.speak_for(text))

    several = bool(before) and _gives_several(one.selector, [page.markup for page in case.earlier], before)
    is_list = not before and one.found > 1
    same = [(text, LEAST_KNOWN) for text in selectors_of_same_list(one.selector, twins)] if is_list else []
    rewritten = [] if least > 1 else find_readings(one, case, [text for text, _ in written], before, today)
    for key, likely in keys:
        readings = find_readings(one, case, [key], before, today)
        rewritten += [(text, min(likely, sure) if len(readings) > 1 else likely) for text, sure in readings]
    for text, likely in _likeliest([*evidence.selectors(), *same, *written, *keys, *rewritten]).items():
        if likely < _LEAST_LIKELY or case.is_refused(one.field, text) or text == one.selector:
            continue
        trial = try_selector(text, now, forms=forms, read=read, within=today, least=least)
        if was.found and trial.fitting <= was.fitting:
            continue  # what is there still fits as well
        if trial.pages > 1 >= trial.found or (several and not _gives_several(text, now, today)):
            continue  # it fits one page at most, or is one of the cells that a row had
        there, distinct = _distinct(text, now, today)
        if usual > 1 and there >= _FEW and distinct == 1:
            trial = replace(trial, fitting=0)  # what every page says of itself
        is_surer = likely < SWITCH and is_borne_out(text, trial)
        is_unlike = bool(forms) and trial.pages >= _FEW and not trial.fitting
        probability = more_likely(likely) if is_surer else less_likely(likely) if is_unlike else likely
        tried.append((text, probability, trial))
    last = {text: 1 for text, _ in keys} | {text: 2 for text, _ in rewritten}
    tried.sort(key=lambda each: (last.get(each[0], 0), -each[1]))
    tried = _as_sure_as_the_same(tried, now, today)

    def order(each: tuple[str, float, Trial]) -> tuple[object, ...]:
        _, probability, trial = each
        return not trial.is_mostly_usual, -probability, -trial.fitting, -trial.found

    tried.sort(key=order)
    pages = [*case.earlier, *case.now]
    return tuple(
        Choice(
            text, probability, trial, compare(one.selector, text, pages, within=(before, today)),
            probability >= SWITCH and is_borne_out(text, trial),
        )
        for text, probability, trial in tried[:_MOST_CHOICES]
    )  # fmt: skip


def _likeliest(written: Sequence[Healed]) -> dict[str, float]:
    """The highest probability of each selector."""
    found: dict[str, float] = {}
    for text, likely in written:
        found[text] = max(likely, found.get(text, 0.0))
    return found


def _as_sure_as_the_same(
    tried: Sequence[tuple[str, float, Trial]], now: Sequence[str], within: str
) -> list[tuple[str, float, Trial]]:
    """Selectors that give the same on all of several pages of today are as likely as the likeliest of them."""
    given = [tuple(tuple(values_of(text, markup, within=within)) for markup in now) for text, _, _ in tried]
    surest: dict[object, float] = {}
    for values, (_, probability, _) in zip(given, tried, strict=True):
        surest[values] = max(probability, surest.get(values, 0.0))
    return [
        (text, surest[values] if trial.pages >= _FEW and trial.holds else probability, trial)
        for values, (text, probability, trial) in zip(given, tried, strict=True)
    ]


def _is_list(one: Observation, case: Case) -> bool:
    """Whether a selector finds several elements, and not several texts of one element."""
    return len(run_selector(page_of(case.before.markup), one.selector)) != 1


def _gives_several(selector: str, pages: Sequence[str], within: str) -> bool:
    """Whether several elements are found in a row, as its cells are."""
    if is_codes(selector) or is_json(selector):
        return False
    rows = (page_of(row) for markup in pages for row in rows_of(markup, within)[:_MOST_ROWS])
    return any(len(run_selector(row, inside(selector))) > 1 for row in rows)


def _distinct(selector: str, pages: Sequence[str], within: str) -> tuple[int, int]:
    """On how many pages a selector gives something, and how many different values it gives."""
    values = [tuple(values_of(selector, markup, within=within)) for markup in pages]
    there = [each for each in values if any(each)]
    return len(there), len(set(there))
