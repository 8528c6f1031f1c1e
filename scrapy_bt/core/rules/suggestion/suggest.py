"""Start and end codes from examples: tags that take exactly these and their likes, the shortest and most stable first.

An example's likes are what has the same place in the page's structure: the same path of elements and classes. Two
examples show which of the classes matter. Codes are made from what likes have in common around them, tried on the page
by the rules of locate-extract, and judged by what they take and by how likely they are to change.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html import unescape
from itertools import islice

from ....errors import NodeError, PatternError
from ....sentences import say
from ...regex.deadlines import Deadline, OutOfTime, Timeout
from ..locate import PieceSpan
from ..rule import Tag
from ..tags import absolute, run_tag
from ..treatments import Replace, Treatment
from .matches import ExampleMatch, Near, find_matches, find_near, is_meant, normalised
from .outline import PageOutline
from .outlining import read_outline
from .pairings import CodePair, search_pairs
from .similarity import SimilarList

SECONDS = 60.0
"""For all of it."""
_LAST = 3
"""Of what was found, so much is looked at even if the time is over."""
_POOR = 40
"""The score below which what takes too much is not shown, if there is anything better."""
_TAG_SIGN, _ENTITY = "<[^>]*>", re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")
_MOST_ENTITIES = 12
_TAG = re.compile(r"<[^<>]*(?:>|\Z)")
_SEEN = 1000
"""Characters of a piece that are looked at to show its beginning."""


@dataclass(frozen=True)
class TagProposal:
    """A tag that takes the examples; *pieces* stand in the source, *values* are what the tag makes of them."""

    tag: Tag
    score: int
    """Up to 100."""
    values: tuple[str, ...]
    pieces: tuple[PieceSpan, ...]
    reasons: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True)
class TagSuggestion:
    """What `suggest` has to say."""

    proposals: tuple[TagProposal, ...] = ()
    matches: Mapping[str, tuple[ExampleMatch, ...]] = field(default_factory=dict)
    """Where each example is, the places that were taken first."""
    missing: Mapping[str, Near] = field(default_factory=dict)
    """The examples that are not on the page."""
    outline: PageOutline | None = None
    """Of the page; none if there was no time to read it."""
    broken_off: str = ""
    """What it was at when its time was over; empty if it came to an end."""


def suggest(
    text: str,
    examples: Sequence[str],
    *,
    name: str = "",
    base_url: str = "",
    most: int = 4,
    timeout: Timeout | None = None,
    seconds: float = SECONDS,
) -> TagSuggestion:
    """At most so many tags for a page, the best first; codes that cost more than *timeout* are left out.

    After *seconds*, by the clock of *timeout*, it gives what was found by then, and says what it was at.
    """
    until = None if timeout is None else Timeout(seconds, timeout.clock).begin()
    outline: PageOutline | None = None
    matches: dict[str, tuple[ExampleMatch, ...]] = {}
    missing: dict[str, Near] = {}
    doing = "reading the page"
    try:
        outline = read_outline(text, until)
        doing = "looking for the examples"
        for example in dict.fromkeys(examples):
            _demand(until)
            matches[example] = tuple(find_matches(outline, example, base_url))
            if not matches[example]:
                _demand(until)
                missing[example] = find_near(outline, example)
    except OutOfTime:
        return TagSuggestion(matches=matches, missing=missing, outline=outline, broken_off=doing)
    if missing or not matches:
        return TagSuggestion(matches=matches, missing=missing, outline=outline)
    best, is_over = search_pairs(outline, list(matches.values()), timeout, until)
    ordered = sorted(best, key=lambda trial: (trial.total, trial.start.text, trial.end.text))
    proposals = _proposals(outline, ordered, list(matches), name, base_url, timeout, until)
    found, is_cut = _found_in_time(islice(proposals, most))
    worth = [proposal for proposal in found if proposal.score >= _POOR or not proposal.warnings]
    return TagSuggestion(
        tuple(worth or found[:1]),
        _with_chosen_first(matches, ordered),
        outline=outline,
        broken_off="trying codes" if is_over or is_cut else "",
    )


def _demand(until: Deadline | None) -> None:
    if until is not None:
        until.demand()


def _found_in_time(proposals: Iterator[TagProposal]) -> tuple[list[TagProposal], bool]:
    """The proposals, and whether the time was over before the last of them."""
    found: list[TagProposal] = []
    try:
        for proposal in proposals:
            found.append(proposal)  # noqa: PERF402 - what came before the time was over stays
    except OutOfTime:
        return found, True
    return found, False


def _proposals(
    outline: PageOutline,
    trials: Iterable[CodePair],
    examples: Sequence[str],
    name: str,
    base_url: str,
    timeout: Timeout | None,
    until: Deadline | None,
) -> Iterator[TagProposal]:
    """What comes of the trials; raises `OutOfTime` when the time is over before the last of them."""
    for number, trial in enumerate(trials):
        if number >= _LAST:
            _demand(until)
        similar = trial.similar
        tag = Tag(
            name or similar.name(outline),
            start=trial.start.text,
            start_offset=trial.start.offset,
            end=trial.end.text,
            include=similar.include,
            treatments=_treatments(outline, similar, trial.pieces),
            link=similar.is_link,
        )
        try:
            values = run_tag(tag, outline.source, base_url, timeout=timeout).values
        except (NodeError, PatternError):
            continue
        if not all(_is_taken(example, values, base_url, is_link=similar.is_link) for example in examples):
            continue
        score = max(1, round(100 - 2.5 * max(0.0, trial.total)))
        yield TagProposal(tag, score, values, trial.pieces, _reasons(trial), tuple(_warnings(outline, trial)))


def _is_taken(example: str, values: Sequence[str], base_url: str, *, is_link: bool) -> bool:
    if is_link:
        wanted = absolute(unescape(example), base_url)
        if any(value in (example, wanted) or unescape(value) == unescape(example) for value in values):
            return True
    return any(is_meant(example, value) for value in values)


def _treatments(outline: PageOutline, similar: SimilarList, pieces: Sequence[PieceSpan]) -> tuple[Treatment, ...]:
    """What turns pieces of the source into what a reader sees."""
    if similar.is_link or similar.is_source:
        return ()
    values = [outline.source[span.start : span.end] for span in pieces]
    made: list[Treatment] = []
    if not similar.in_attribute and any("<" in value for value in values):
        made.append(Replace(_TAG_SIGN))
    entities = dict.fromkeys(found[0] for value in values if "&" in value for found in _ENTITY.finditer(value))
    signs = [(entity, unescape(entity)) for entity in islice(entities, _MOST_ENTITIES)]
    signs.sort(key=lambda sign: sign[1] == "&")  # last: what it stands for may look like another
    made += [Replace(entity, sign.replace("\\", "\\\\")) for entity, sign in signs if sign != entity]
    if not similar.keeps_space and any(re.search(r"\s{2}|[^\S ]", value) for value in values):
        made.append(Replace(r"\s+", " "))
    return tuple(made)


def _reasons(trial: CodePair) -> tuple[str, ...]:
    notes = [trial.similar.note, *trial.start.notes, *trial.end.notes]
    if trial.similar.include:
        notes.append(say("include keeps what fits {}", trial.similar.include))
    return tuple(dict.fromkeys(note for note in notes if note))


def _warnings(outline: PageOutline, trial: CodePair) -> Iterator[str]:
    if trial.extra:
        shown = ", ".join(f"“{_short(outline, span)}”" for span in trial.extra[:3])
        yield say(
            "takes {} more than what is alike: {}{}", len(trial.extra), shown, " …" if len(trial.extra) > 3 else ""
        )
    if trial.left_out > 0:
        yield say("leaves out {} of {} that are alike", trial.left_out, len(trial.similar.likes))


def _short(outline: PageOutline, span: PieceSpan) -> str:
    source = outline.source[span.start : min(span.end, span.start + _SEEN)]
    shown = normalised(unescape(_TAG.sub("", source))) or normalised(source)
    return shown if len(shown) <= 40 else f"{shown[:39]}…"


def _with_chosen_first(
    matches: Mapping[str, tuple[ExampleMatch, ...]], trials: Sequence[CodePair]
) -> dict[str, tuple[ExampleMatch, ...]]:
    if not trials:
        return dict(matches)
    chosen = set(trials[0].similar.examples)
    return {
        example: tuple(sorted(found, key=lambda match: match.span not in chosen)) for example, found in matches.items()
    }
