"""Proposals for the fields of a node that has changed, tried on the pages that are kept of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from urllib.parse import urlsplit

from ..core.documents.scripts import JSON_VALUE
from ..core.healing.addressed import Telling
from ..core.healing.changes import measure_change
from ..core.healing.fields import find_old, reading_of, run_selector
from ..core.healing.kinds import ChangeKind, kind_of_change
from ..core.healing.lookalikes import more_likely
from ..core.healing.neighbours import without_taken
from ..core.healing.pages import Candidate, Page
from ..core.healing.parsing import page_of, parsed_once
from ..core.healing.patching.pieces import is_codes, is_json
from ..core.healing.perception.observations import Observation
from ..core.healing.perception.samples import layout_of
from ..core.healing.proposals import SWITCH, Proposal
from ..core.healing.recommending import recommend
from ..core.healing.rows import heal_rows
from ..core.healing.rowwords import FEWER, MORE
from ..core.rules.taglines import is_tag_line
from .blocks import heal_block
from .cases import Case
from .choices import choose
from .evidence import FieldEvidence
from .healing import Healed, choose_selectors, fields_on, models_of
from .jsonfields import FoundFields, of_json_rows, of_paths, of_scripts
from .nestedrows import as_likely_as_rows, heal_nest, nests_of
from .rowselectors import finds_rows, inside, relative
from .samethings import is_of_kind, telling_of
from .tagproposals import find_codes
from .tagrows import find_in_pieces, find_pieces, line_today, tag_above
from .trials import rows_of, try_selector, values_of
from .twins import find_twins

_MOST_PAGES = 4
"""Pages of today that selectors are written for; they are tried on all of them."""
_MOST_NEW_ROWS = 6
_OF_ANOTHER_KIND = 0.4
"""The highest probability where pages of today speak of other things."""


def propose(case: Case) -> list[Proposal]:
    """A proposal for each changed field; one without choices where nothing was found."""
    if not case.now:
        return []
    with parsed_once():
        return _propose(case.bounded())


def _propose(case: Case) -> list[Proposal]:
    healed, rows, case = _healed(case)
    change = measure_change(page_of(case.before.markup), page_of(case.now[-1].markup))
    layout = layout_of(case.now[-1].markup)
    chosen = {
        name: choose(one, [*written, *recommend(one, case.precedents, layout, change)], case, before, today)
        for name, (one, written, before, today) in healed.items()
        if name in case.changed
    }
    told = Telling.HOLDS if is_of_kind(case, chosen) else telling_of(case)
    proposals = []
    most = _OF_ANOTHER_KIND if told is Telling.ENDED else 1.0
    for name, known in chosen.items():
        one, _, before, today = healed[name]
        choices = tuple(replace(each, probability=min(each.probability, most)) for each in known)
        proposals.append(
            Proposal(
                one.node, name, one.selector, choices, one.place, within=before, within_now=today,
                views=tuple(case.changed[name]),
                kind=_kind(one, choices[0].selector if choices else "", case, before, today).value,
                cosine=round(change.cosine, 3), edits=round(change.edits, 3),
                forms=tuple(case.forms.get(name, ())), layout=tuple(layout),
                site=urlsplit(case.now[-1].url).hostname or "", telling=told,
            )
        )  # fmt: skip
    proposals = without_taken(proposals)
    return as_likely_as_rows([_with_rows(one, proposals, case, rows) for one in proposals], rows)


def _healed(case: Case) -> tuple[FoundFields, dict[str, Observation], Case]:
    """What each way of selecting writes for its fields; by the rows' selector the field that has them; the case."""
    groups: dict[str, list[Observation]] = {}
    for one in case.observations:
        if one.selector:
            groups.setdefault(one.within, []).append(one)
    of_page = groups.pop("", [])
    case = replace(case, changed={**_silent(of_page, case), **case.changed})
    tags = [one for one in of_page if is_codes(one.selector)]
    paths = [one for one in of_page if is_json(one.selector)]
    of_page = [one for one in of_page if one not in tags and one not in paths]
    rows = {within: one for within in groups for one in of_page if finds_rows(one.selector, within)}
    healed = _of_page([one for one in of_page if one not in rows.values()], case)
    inside_tags = {within: groups.pop(within) for within in sorted(filter(is_tag_line, groups), key=len)}
    of_tags, case, above = _of_tags(tags, inside_tags, case)
    healed, rows = healed | of_tags | of_paths(paths, case), rows | above
    for within in [
        one for one, inner in groups.items() if not is_json(one) and all(is_json(each.selector) for each in inner)
    ]:
        inner = groups.pop(within)
        case = replace(case, changed={**_silent(inner, case, within), **case.changed})
        healed |= of_scripts(within, inner, case)
    for within in [one for one in groups if is_json(one)]:
        found, renamed = of_json_rows(within, groups.pop(within), paths, case)
        healed |= found
        case = replace(case, changed={**renamed, **case.changed})
    nested, today_of, case = _of_nests(groups, rows, case)
    healed |= nested
    for within, every in groups.items():
        around, inner = rows.get(within), [one for one in every if one.field not in nested]
        written: list[Healed] = []
        if around is not None and around.field in nested:
            written = nested[around.field][1]
        elif around is not None and around.field in case.changed:
            written = _of_rows(around, inner, case)
            healed[around.field] = (around, written, "", "")
        today = today_of.get(within) or (written[0][0] if written else within)
        case = replace(case, changed={**_silent(inner, case, today), **case.changed})
        healed |= _within_rows(inner, within, today, case)
    return healed, rows, case


def _silent(observations: Sequence[Observation], case: Case, within: str = "") -> dict[str, tuple[str, ...]]:
    """Fields that find nothing on any page of today, also where their spider has not come as far as to ask for them."""
    now = [page.markup for page in case.now]
    return {
        one.field: ("found",)
        for one in observations
        if one.found and not try_selector(one.selector, now, forms=(), within=within).found
    }


def _of_page(observations: Sequence[Observation], case: Case) -> FoundFields:
    fields = fields_on(case.before.markup, observations)
    if not any(name in case.changed for name in fields):
        return {one.field: (one, [], "", "") for one in observations}
    now = [one.markup for one in case.now[-_MOST_PAGES:]]
    models = models_of(case.files)
    found = choose_selectors(case.before.markup, fields, now, *models)
    for pair in find_twins(case.pages)[-1:]:
        alike = choose_selectors(
            pair.before.markup, fields_on(pair.before.markup, observations), [pair.now.markup], *models
        )
        found = {name: alike.get(name, []) + found.get(name, []) for name in fields}
    return {one.field: (one, found.get(one.field, []), "", "") for one in observations}


def _of_tags(
    tags: Sequence[Observation], inside: Mapping[str, Sequence[Observation]], case: Case
) -> tuple[FoundFields, Case, dict[str, Observation]]:
    """Those that work on the page, and *inside* the pieces of others; what else has changed; by line the tag above."""
    changed = any(one.field in case.changed for one in tags)
    found = find_codes(tags, case.before, case.now, models_of(case.files)) if changed else {}
    healed: FoundFields = {one.field: (one, found.get(one.field, []), "", "") for one in tags}
    lines: dict[str, str] = {}
    rows: dict[str, Observation] = {}
    for within, inner in inside.items():
        above = tag_above(within, [one for one, *_ in healed.values()])
        codes = ""
        if above is not None:
            rows[within] = above
            one, written, before, after = healed[above.field]
            if above.field in case.changed:
                written = [*find_pieces(above, within, inner, case), *written]
                codes = max(written, key=lambda each: each[1])[0] if written else ""
                healed[above.field] = (one, written, before, after)
        today = lines[within] = line_today(within, codes, lines)
        case = replace(case, changed={**_silent(inner, case, today), **case.changed})
        is_changed = any(one.field in case.changed for one in inner)
        found = find_in_pieces(inner, within, today, case) if is_changed else {}
        healed |= {one.field: (one, found.get(one.field, []), within, today) for one in inner}
    return healed, case, rows


def _of_nests(
    groups: Mapping[str, Sequence[Observation]], rows: dict[str, Observation], case: Case
) -> tuple[FoundFields, dict[str, str], Case]:
    """Blocks and their rows, where these are gone; the rows of today by those before; the case. Adds to *rows*."""
    healed: FoundFields = {}
    today_of: dict[str, str] = {}
    for nest in list(nests_of(groups, rows, case)):
        now = heal_nest(nest, case, models_of(case.files)[1])
        if now is None:
            continue
        block, around = nest.block, nest.rows
        if now.block != block.selector:
            healed[block.field] = (block, [(now.block, now.probability)], "", "")
        healed[around.field] = (around, [(now.rows, now.probability)], around.within, now.block)
        case = replace(case, changed={**dict.fromkeys(healed, ("found",)), **case.changed})
        rows[nest.within], today_of[nest.within] = around, now.within
    return healed, today_of, case


def _of_rows(around: Observation, inner: Sequence[Observation], case: Case) -> list[Healed]:
    old, pages = page_of(case.before.markup), [page_of(one.markup) for one in case.now[-_MOST_PAGES:]]
    single, lists, _ = models_of(case.files)
    selectors = [one.selector for one in inner]
    if len(run_selector(old, around.selector)) == 1:
        found = heal_block(old, around.selector, selectors, pages, single)
    else:
        found = heal_rows(old, around.selector, selectors, pages, lists)
    return [found] if found is not None else []


def _within_rows(inner: Sequence[Observation], before: str, today: str, case: Case) -> FoundFields:
    """Heals the fields of rows: a row before and rows of today take the place of pages."""
    known: FoundFields = {one.field: (one, [], before, today) for one in inner}
    if not any(one.field in case.changed for one in inner):
        return known
    best: tuple[int, str, dict[str, tuple[str, list[str]]]] = (0, "", {})
    for row in rows_of(case.before.markup, before):
        values = {one.field: values_of(inside(one.selector), row)[:1] for one in inner}
        fields = {one.field: (inside(one.selector), values[one.field]) for one in inner if any(values[one.field])}
        if len(fields) > best[0]:
            best = len(fields), row, fields
    rows = [rows_of(page.markup, today) for page in case.now[-_MOST_PAGES:]]
    now = [row for turn in zip(*rows, strict=False) for row in turn][:_MOST_NEW_ROWS]
    if not best[2] or not now:
        return known
    found = choose_selectors(best[1], best[2], now, *models_of(case.files))
    is_body = now[0].startswith("<body")
    return {
        name: (one, [(relative(text, is_body=is_body), sure) for text, sure in found.get(name, [])], before, today)
        for name, (one, *_) in known.items()
    }


def _with_rows(proposal: Proposal, others: Sequence[Proposal], case: Case, rows: Mapping[str, Observation]) -> Proposal:
    """The proposal for rows, likelier if they are as many as before, by each sure field that is alone in them.

    A single block is as likely as the fields within it.
    """
    within = next((name for name, one in rows.items() if one.field == proposal.field), "")
    if not within or not proposal.choices or proposal.choices[0].probability >= SWITCH:
        return proposal
    first = proposal.choices[0]
    inside_it = [one for one in others if one.within == within]
    inner = [one for one in inside_it if one.is_sure]
    if inner == inside_it and inner and len(rows_of(case.before.markup, within)) == 1:
        likely = max(first.probability, min(one.choices[0].probability for one in inner))
        return replace(proposal, choices=(replace(first, probability=likely), *proposal.choices[1:]))
    observations = {one.field: one for one in case.observations}
    probability = first.probability
    for one in inner:
        today = one.within_now if is_tag_line(within) or proposal.within else first.selector
        evidence = FieldEvidence(observations[one.field], case, within, today)
        if _are_as_many(within, today, case) and evidence.stands_alone(one.new):
            probability = more_likely(probability)
    surer = replace(first, probability=probability)
    return replace(proposal, choices=(surer, *proposal.choices[1:]))


def _are_as_many(before: str, today: str, case: Case) -> bool:
    was, now = (
        [len(rows_of(page.markup, within)) for page in case.pages if page.is_now is is_now]
        for within, is_now in ((before, False), (today, True))
    )
    return bool(was) and all(FEWER * min(was) <= count <= MORE * max(was) for count in now)


def _kind(one: Observation, new: str, case: Case, before: str, today: str) -> ChangeKind:
    """The kind of change of a field, seen on the newest page of today."""
    if is_json(one.selector):
        return ChangeKind.ATTRIBUTES if new else ChangeKind.GONE
    if JSON_VALUE in new and JSON_VALUE not in one.selector:
        return ChangeKind.LAYOUT  # only machines are told it
    old, now = case.before.markup, case.now[-1].markup
    if before:
        old, now = next(iter(rows_of(old, before)), ""), next(iter(rows_of(now, today)), "")
    old_page, new_page = page_of(old), page_of(now)
    if is_codes(one.selector):
        place, there = _holding(old_page, one.selector, old), _holding(new_page, new, now)
        return kind_of_change(place, there) if place is not None else ChangeKind.NONE if new else ChangeKind.GONE
    if new and (reading := reading_of(new)) is not None and "," in reading.around[1]:
        return ChangeKind.FORMAT
    place = find_old(old_page, inside(one.selector) if before else one.selector, () if before else one.values)
    if place is None:
        return ChangeKind.NONE if new else ChangeKind.GONE
    hits = run_selector(new_page, new) if new else []
    there = new_page.candidate_of(hits[0]) if hits else None
    return ChangeKind.LAYOUT if new and there is None else kind_of_change(place, there)


def _holding(page: Page, codes: str, markup: str) -> Candidate | None:
    """The element that holds the first value of a tag."""
    text = next(iter(values_of(codes, markup)), "") if codes else ""
    return next(iter(page.by_text.get(text.casefold(), ())), None)
