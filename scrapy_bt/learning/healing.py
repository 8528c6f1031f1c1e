"""Healing of a page: from its old selectors and values, and pages of today, to new selectors."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from ..core.healing.around import column_around
from ..core.healing.attributes import attribute_now
from ..core.healing.columns import FoundColumn, column_of, columns_of
from ..core.healing.deciding import Decision, Models, decide
from ..core.healing.features import Survey
from ..core.healing.fields import FieldReading, find_old, reading_of, run_selector
from ..core.healing.lists import ListDecision, ListModels, decide_lists, write_list
from ..core.healing.modelfiles import ModelFiles
from ..core.healing.pages import Candidate, Page, seen_text, squeeze
from ..core.healing.parsing import page_of
from ..core.healing.perception.observations import Observation
from ..core.healing.writing import target_of, write_selectors
from ..errors import ModelError
from .shipped_models import SHIPPED, read_models

if TYPE_CHECKING:
    from .sequence.generator import Generator

Healed = tuple[str, float]
"""A selector and the probability that it is right."""

AllModels: TypeAlias = "tuple[Models, ListModels, Generator | None]"
"""The models of single fields and of lists, and the sequence model where there is one."""

_ANCHORS = 2
"""So many fields a page has at least where the first elements of its lists are decided together with them."""
_BY_FIRST = 0.7
"""The share of the probability of a list's first element; it is not measured, so that a person decides."""
_MOST_VALUES = 5
_MOST_WRITTEN = 3
"""Selectors for one element."""


def heal_page(
    old_html: str,
    fields: Mapping[str, tuple[str, Sequence[str]]],
    new_htmls: Sequence[str],
    *,
    models: Path = SHIPPED,
    sequence: Path | None = None,
) -> dict[str, Healed | None]:
    """Heal the selectors of a page.

    *fields*: of each its old selector and the values that it gave on the old page; more than one: a list. All pages
    of *new_htmls* are of today's layout; a selector holds on all of them, or on as many as one can. *sequence*: a
    model that is a further source of selectors.
    """
    return heal_with(old_html, fields, new_htmls, *models_of(ModelFiles(models, sequence)))


def models_of(files: ModelFiles) -> AllModels:
    """The models that files hold; raises `BTError` where a file holds none."""
    return (*read_models(files.models or SHIPPED), read_sequence(files.sequence))


def read_sequence(path: Path | None) -> Generator | None:
    """The sequence model of a file, for which numpy is needed; None without a file. Raises `BTError`."""
    if path is None:
        return None
    try:
        generator = import_module(f"{__package__}.sequence.generator")
    except ModuleNotFoundError as error:
        raise ModelError(f'{path}: {error.name} is not installed; say: pip install "scrapy_bt[learn]"') from error
    read: Generator = generator.Generator.kept(path)
    return read


def heal_with(
    old_html: str,
    fields: Mapping[str, tuple[str, Sequence[str]]],
    new_htmls: Sequence[str],
    models: Models,
    list_models: ListModels,
    sequence: Generator | None = None,
) -> dict[str, Healed | None]:
    """As `heal_page`, with models that have been read."""
    choices = choose_selectors(old_html, fields, new_htmls, models, list_models, sequence)
    return {name: choices[name][0] if choices.get(name) else None for name in fields}


def choose_selectors(
    old_html: str,
    fields: Mapping[str, tuple[str, Sequence[str]]],
    new_htmls: Sequence[str],
    models: Models,
    list_models: ListModels,
    sequence: Generator | None = None,
) -> dict[str, list[Healed]]:
    """For each field selectors of its likeliest element, then one for each of the next best elements.

    What a *sequence* model has written stands before what is less likely.
    """
    if not new_htmls:
        raise ValueError("healing needs a new page at least")
    old = page_of(old_html)
    pages = [page_of(source) for source in new_htmls]
    found: dict[str, list[Healed]] = {name: [] for name in fields}
    lists = {name: one for name, one in fields.items() if len(one[1]) > 1}
    single = {name: one for name, one in fields.items() if name not in lists}
    firsts = _firsts_of(old, lists) if len(single) >= _ANCHORS else {}
    decided: list[dict[str, Decision]] = []
    if single:
        healed, decided = _heal_single(old, single, firsts, pages, models, sequence)
        found |= healed
    if lists:
        found |= _heal_lists(old, lists, decided, pages, list_models)
    return found


def _firsts_of(old: Page, lists: Mapping[str, tuple[str, Sequence[str]]]) -> dict[str, Candidate]:
    """The first element of each list, as of an article's paragraphs, which is found as the title is."""
    elements = {name: run_selector(old, selector)[:1] for name, (selector, _) in lists.items()}
    found = {name: old.candidate_of(each[0]) for name, each in elements.items() if each}
    return {name: candidate for name, candidate in found.items() if candidate is not None}


def fields_on(markup: str, observations: Sequence[Observation]) -> dict[str, tuple[str, list[str]]]:
    """The selectors of fields with what they give on a page; texts of one element are one value, in pieces."""
    old = page_of(markup)
    fields = {}
    for one in observations:
        elements = run_selector(old, one.selector)
        values = [seen_text(each) for each in elements[:_MOST_VALUES]] or list(one.values)
        if len(elements) > 1 and one.values and any(one.values):
            values = list(one.values)
        if any(values):
            fields[one.field] = (one.selector, values)
    return fields


def _heal_single(
    old: Page,
    fields: Mapping[str, tuple[str, Sequence[str]]],
    firsts: Mapping[str, Candidate],
    pages: Sequence[Page],
    models: Models,
    sequence: Generator | None,
) -> tuple[dict[str, list[Healed]], list[dict[str, Decision]]]:
    """Selectors of *fields*, and on each page what was decided, with what the *firsts* of lists are."""
    places: dict[str, Candidate] = {}
    for name, (selector, values) in fields.items():
        candidate = find_old(old, selector, values)
        if candidate is not None:
            places[name] = candidate
    survey, surveys = Survey(old), [Survey(page) for page in pages]
    before, *after = models.shares(survey, *surveys)
    decided = [
        decide(survey, page, {**places, **firsts}, models, shares=(before, now))
        for page, now in zip(surveys, after, strict=True)
    ]
    found: dict[str, list[Healed]] = {}
    for name, place in places.items():
        selector = fields[name][0]
        is_alone = len(run_selector(old, selector)) == 1
        best = _write(selector, name, place, pages, decided, is_alone=is_alone)
        likely = best[0][1] if best else 0.0
        others = (_write(selector, name, place, pages, decided, rank, is_alone=is_alone) for rank in (1, 2))
        found[name] = best + [(each[0][0], min(likely, (1 - likely) / 2)) for each in others if each]
    if sequence is not None:
        selectors = {name: selector for name, (selector, _) in fields.items()}
        for name, healed in sequence.heal(survey, surveys, places, selectors).items():
            found[name] = sorted([*found[name], healed], key=lambda each: -each[1])
    return found, decided


def _reading_now(reading: FieldReading | None, old: Candidate, now: Sequence[Candidate]) -> FieldReading | None:
    """The reading for today: where a text is in several pieces, such as `13<sup>.50</sup>`, the whole of it."""
    if reading is None or not reading.own_text or not _is_whole(old) or all(map(_is_whole, now)):
        return reading
    return replace(reading, own_text=False, around=("normalize-space(", ")"))


def _is_whole(candidate: Candidate) -> bool:
    """Whether one of a candidate's elements has the text in one piece."""
    texts = ((one.text, *(child.tail for child in one)) for one in candidate.chain)
    return any(squeeze(next(filter(str.strip, filter(None, each)), "")) == candidate.text for each in texts)


def _write(
    selector: str,
    name: str,
    old: Candidate,
    pages: Sequence[Page],
    decided: Sequence[Mapping[str, Decision]],
    rank: int = 0,
    *,
    is_alone: bool,
) -> list[Healed]:
    """Selectors for what was decided on most pages; *rank*: for what was the next best there.

    *is_alone*: the selector found one element, so that texts of others would be put to its own.
    """
    before = reading_of(selector)
    known = [
        (page, one[name].top[rank], one[name])
        for page, one in zip(pages, decided, strict=True)
        if name in one and len(one[name].top) > rank
    ]
    if not known:
        return []
    known.sort(key=lambda each: -each[2].margin)
    share = 1.0
    if before is not None and before.attribute:
        attribute, share = attribute_now(before.attribute, old, [candidate for _, candidate, _ in known])
        before = replace(before, attribute=attribute)
    targets = [target_of(page, candidate, before) for page, candidate, _ in known]
    alone = is_alone and before is not None and before.all_text
    probability = share * sum(decision.probability for _, _, decision in known) / len(known)
    for count in range(len(targets), 0, -1):
        written = [one.text for one in write_selectors(targets[:count], most=_MOST_WRITTEN, alone=alone)]
        reading = _reading_now(before, old, [candidate for _, candidate, _ in known[:count]])
        if reading is not None:
            written = [reading.write(text) for text in written]
        if written:
            return [(text, probability * count / len(targets)) for text in written]
    return []


def write_for(selector: str, found: Sequence[tuple[str, str]]) -> list[str]:
    """Selectors that read, as *selector* did, the element with a text on each page; *found*: markups and texts."""
    pages = [(page_of(markup), text.casefold()) for markup, text in found]
    known = [(page, page.by_text[text][0]) for page, text in pages if page.by_text.get(text)]
    return write_for_candidates(selector, known) if known and len(known) == len(found) else []


def write_for_candidates(selector: str, known: Sequence[tuple[Page, Candidate]]) -> list[str]:
    """Selectors of the candidates that are known on pages, one page at least."""
    reading = reading_of(selector)
    targets = [target_of(*each, reading) for each in known]
    found = write_selectors(targets, most=_MOST_WRITTEN, alone=True) if reading is not None and reading.all_text else []
    written = [one.text for one in found or write_selectors(targets, most=_MOST_WRITTEN)]
    return written if reading is None else [reading.write(text) for text in written]


def _heal_lists(
    old: Page,
    fields: Mapping[str, tuple[str, Sequence[str]]],
    firsts: Sequence[Mapping[str, Decision]],
    pages: Sequence[Page],
    models: ListModels,
) -> dict[str, list[Healed]]:
    """Selectors of lists; *firsts*: on each page their first elements, where these were decided."""
    before: dict[str, FoundColumn] = {}
    readings: dict[str, FieldReading] = {}
    for name, (selector, _) in fields.items():
        elements, reading = run_selector(old, selector), reading_of(selector)
        if elements and reading is not None:
            before[name], readings[name] = column_of(old, elements), reading
    links = frozenset(name for name, reading in readings.items() if reading.attribute == "href")
    found: dict[str, list[Healed]] = {}
    columns = [columns_of(page) for page in pages]
    decided = [decide_lists(before, each, models, links=links) for each in columns]
    around = [_around(*each, before) for each in zip(pages, firsts, columns, strict=False)]
    for name, reading in readings.items():
        written = [_write_list(name, reading, pages, each) for each in (decided, around) if each]
        found[name] = sorted(filter(None, written), key=lambda each: -each[1])
    return found


def _around(
    page: Page, decided: Mapping[str, Decision], columns: Sequence[FoundColumn], before: Mapping[str, FoundColumn]
) -> dict[str, ListDecision]:
    """The columns around what was decided for the first elements of lists."""
    found = {}
    taken = [one.candidate for one in decided.values()]
    for name in before.keys() & decided.keys():
        first = decided[name]
        column = column_around(first.candidate, before[name], columns, page, taken)
        if column is not None:
            found[name] = ListDecision(column, first.margin, _BY_FIRST * first.probability)
    return found


def _write_list(
    name: str, reading: FieldReading, pages: Sequence[Page], decided: Sequence[Mapping[str, ListDecision]]
) -> Healed | None:
    known = [(page, one[name]) for page, one in zip(pages, decided, strict=True) if name in one]
    for page, decision in sorted(known, key=lambda pair: -pair[1].probability):
        path = write_list(page, decision.column)
        if path is not None:
            if reading.own_text and not all(map(reading.reads, run_selector(page, path))):
                reading = replace(reading, own_text=False, all_text=True)
            return reading.write(path), decision.probability
    return None
