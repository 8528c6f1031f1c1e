"""Relations between entities that one sentence names (learning.md, "Preferences")."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import regex

from .mentions import Mention

_ENDS = regex.compile(r"[.!?]+[\s\"'”’)\]]+(?=\p{Lu}|\p{Han}|\d)|[。！？；]|\n\s*\n")
"""Of sentences, as far as marks and capitals tell."""
_LONGEST = 400
"""Characters of a sentence on either side of the mentions, and between them."""
_MOST_PARTNERS = 6
"""Mentions behind one that it is paired with."""
_FOLLOWING = 6
"""Characters behind the second mention that may tell the relation."""
_BY_PATTERN, _BY_LINK = 0.8, 1.0


class RelationPattern(NamedTuple):
    """A relation that words between two mentions tell; *is_passive*: the second one bears it."""

    relation: str
    words: regex.Pattern[str]
    is_passive: bool = False


def _patterns(*lines: str) -> tuple[RelationPattern, ...]:
    found = []
    for line in lines:
        relation, _, words = line.partition(": ")
        name, is_passive = relation.removesuffix(" <"), relation.endswith(" <")
        found.append(RelationPattern(name, regex.compile(rf"(?:\b|(?=\p{{Han}}))(?:{words})", regex.I), is_passive))
    return tuple(found)


_ACTIVE = r"(?<!\b(?:is|are|was|were|be|been|being) (?:co-?)?)"
"""What was designed did not design anything."""
PATTERNS = _patterns(
    r"born in: (?:was )?born (?:\S+ ){0,4}?(?:in|at)\b|出生于|生于",
    r"died in: died (?:\S+ ){0,4}?(?:in|at)\b|逝世于|卒于",
    r"married to: (?:was |is )?married (?:to|with)?\b|(?:husband|wife) of\b|的(?:妻子|丈夫)|结婚",
    r"founded <: (?:was |were )?(?:founded|established|created) by\b|由\0(?:创立|创办|创建|建立)",
    rf"founded: {_ACTIVE}(?:(?:co-?)?founded|established)\b|founder of\b|创立|创办|创建|建立",
    r"works for: (?:works|worked) (?:for|at)\b|employed (?:by|at)\b|(?:CEO|president|director) of\b|任职|就职于|担任",
    r"wrote <: (?:was )?(?:written|authored|designed|invented) by\b|的?作者(?:是|为)|由\0(?:撰写|编写|设计|发明)",
    rf"wrote: wrote\b|author of\b|{_ACTIVE}(?:designed|developed|invented)\b|撰写|编写|发明|设计了?|开发了?|著有",
    r"located in: (?:is |was |are )?(?:located|situated|based|headquartered) (?:in|at)\b|位于|坐落于|总部设在",
    r"capital of: capital (?:city )?of\b|的?首都",
    r"part of: (?:is |are |was )?(?:a )?part of\b|belongs to\b|属于|隶属于?",
)
"""Shipped ones, English and Chinese, of the words between two mentions and, behind `\\0`, those that follow; the first
that fits says it."""


class RelationEvidence(NamedTuple):
    """A sentence that names two entities."""

    first: str
    second: str
    relation: str
    """Empty: nobody knows which."""
    confidence: float
    """0 to 1; 0 where the relation is not known."""
    sentence: str
    between: str
    """The words between them, by which relations are told."""


Links = Callable[[str, str], str]
"""The relation that a knowledge base has from one entity to another; empty if there is none."""


def find_evidence(text: str, mentions: Sequence[Mention], links: Links) -> Iterator[RelationEvidence]:
    """Of mentions in the order of a text, those that share a sentence."""
    for place, one in enumerate(mentions):
        for other in mentions[place + 1 : place + 1 + _MOST_PARTNERS]:
            between = text[one.end : other.start]
            if len(between) > _LONGEST or _ENDS.search(between + other.entity[:1].upper()):
                break
            if one.entity != other.entity:
                yield _evidence_of(text, one, other, between, links)


def _evidence_of(text: str, one: Mention, other: Mention, between: str, links: Links) -> RelationEvidence:
    first, second = one.entity, other.entity
    sentence = sentence_around(text, one.start, other.end)
    known = links(first, second)
    if known:
        return RelationEvidence(first, second, known, _BY_LINK, sentence, between)
    known = links(second, first)
    if known:
        return RelationEvidence(second, first, known, _BY_LINK, sentence, between)
    said = f"{between}\0{text[other.end : other.end + _FOLLOWING]}"
    for pattern in PATTERNS:
        if pattern.words.search(said):
            pair = (second, first) if pattern.is_passive else (first, second)
            return RelationEvidence(*pair, pattern.relation, _BY_PATTERN, sentence, between)
    return RelationEvidence(first, second, "", 0.0, sentence, between)


def sentence_around(text: str, start: int, end: int) -> str:
    """The sentence in which some characters stand, cut where it is longer than anybody reads."""
    before, after = text[max(0, start - _LONGEST) : start], text[end : end + _LONGEST]
    cut = 0
    for found in _ENDS.finditer(before):
        cut = found.end()
    stop = _ENDS.search(after)
    return " ".join((before[cut:] + text[start:end] + (after[: stop.start() + 1] if stop else after)).split())


def information(both: int, first: int, second: int, pages: int) -> float:
    """How much more often two are named together than by chance, −1 to 1 (normalised pointwise mutual information).

    In numbers of pages; 0 is chance, 1: never one without the other.
    """
    if not both or not pages:
        return -1.0 if pages else 0.0
    if both >= pages:
        return 1.0 if first == second == both else 0.0
    return max(-1.0, min(1.0, math.log(both * pages / (first * second)) / -math.log(both / pages)))
