"""A text in pieces, cut at the same separators in all recordings."""

from __future__ import annotations

import re
from collections.abc import Sequence

from .chains import Wanted

_SCHEME = re.compile(r"(?:Bearer|Token|Basic|JWT|ApiKey|Key|OAuth|Negotiate)\s+", re.IGNORECASE)
# A `=` at the end belongs to what is coded in Base64.
_SEPARATORS = re.compile(r"([^\w%~.=-]+|(?<!=)=+(?=\w))")
_FINE_SEPARATORS = re.compile(r"((?:[^\w=]|_|=(?![=\W]|$))+)")
_MOST_PIECES = 24


def by_affixes(wanted: Wanted) -> list[Wanted]:
    """What is the same at the beginning and at the end, up to a separator, and what is between."""
    texts = list(wanted.values())
    if len(set(texts)) == 1:
        found = _SCHEME.match(texts[0])
        start, end = (found.end() if found else 0), 0
    else:
        start, end = shared_beginning(texts), shared_beginning([text[::-1] for text in texts])
        end = min(end, min(map(len, texts)) - start)
        start = _back_to_separator(texts[0][:start])
        end = _back_to_separator(texts[0][::-1][:end].lstrip("=")) if not texts[0].endswith("=") else 0
    if not start and not end:
        return []
    cut = {recording: text[start : len(text) - end] for recording, text in wanted.items()}
    if not all(cut.values()):
        return []
    pieces: list[Wanted] = [{recording: text[:start] for recording, text in wanted.items()}] if start else []
    pieces.append(cut)
    return [*pieces, {recording: text[len(text) - end :] for recording, text in wanted.items()}] if end else pieces


def is_scheme(text: str) -> bool:
    """Whether it says of which kind a credential is, as `Bearer ` does."""
    return _SCHEME.fullmatch(text) is not None


def _back_to_separator(text: str) -> int:
    found = list(re.finditer(r"[\s:|=;,/&]", text))
    return found[-1].end() if found else 0


def shared_beginning(texts: Sequence[str]) -> int:
    """How many letters all of the texts begin with."""
    shortest = min(texts, key=len)
    for place, letter in enumerate(shortest):
        if any(text[place] != letter for text in texts):
            return place
    return len(shortest)


def by_separators(wanted: Wanted) -> list[Wanted]:
    """Pieces that may hold points, hyphens and tildes; empty where the recordings differ in their separators."""
    return _split(wanted, _SEPARATORS)


def by_fine_separators(wanted: Wanted) -> list[Wanted]:
    """Pieces of letters and digits alone."""
    return _split(wanted, _FINE_SEPARATORS)


def _split(wanted: Wanted, separators: re.Pattern[str]) -> list[Wanted]:
    split = {recording: separators.split(text) for recording, text in wanted.items()}
    first = next(iter(split.values()))
    if not 3 <= len(first) <= _MOST_PIECES:
        return []
    # Separators are at odd places, and the same in all recordings.
    if any(len(pieces) != len(first) or pieces[1::2] != first[1::2] for pieces in split.values()):
        return []
    pieces = [{recording: own[place] for recording, own in split.items()} for place in range(len(first))]
    return (
        [piece for piece in pieces if any(piece.values())]
        if all(all(piece.values()) or not any(piece.values()) for piece in pieces)
        else []
    )
