"""Where on a page the tags of a layer find what they take: the places that are marked for people.

`trials` tells what becomes of the values; this tells where in the source they come from. A value that treatments have
changed is marked where it was taken; what works on such a value has no place on the page, and no marks.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice

from ...errors import NodeError, PatternError
from ..regex.deadlines import Deadline, PageTimeout, Timeout
from ..regex.patterns import Pattern, compile_pattern
from .locate import PieceSpan, Search
from .results import MOST_SHOWN
from .rule import Layer, Tag


@dataclass
class TagMarks:
    """Of one tag: what its codes match, what lies between, and what is taken of that; at most `MOST_SHOWN` each."""

    starts: list[PieceSpan] = field(default_factory=list)
    ends: list[PieceSpan] = field(default_factory=list)
    pieces: list[PieceSpan] = field(default_factory=list)
    values: list[PieceSpan] = field(default_factory=list)

    def add(self, kind: str, spans: Iterator[PieceSpan] | Sequence[PieceSpan]) -> None:
        """As many as there is room for."""
        kept: list[PieceSpan] = getattr(self, kind)
        kept.extend(islice(spans, MOST_SHOWN - len(kept)))


def mark_layer(layer: Layer, text: str, *, timeout: Timeout | None = None) -> dict[str, TagMarks]:
    """The marks of each tag by its name; a tag that cannot be run, or not in time, has those that it came to."""
    shared = None if timeout is None else PageTimeout(timeout.seconds, timeout.clock)
    found: dict[str, TagMarks] = {}
    waiting: list[tuple[Tag, Sequence[PieceSpan]]] = [
        (tag, (PieceSpan(0, len(text)),)) for tag in layer.children.get("", ())
    ]
    while waiting:
        tag, places = waiting.pop()
        marks = found[tag.name] = TagMarks()
        try:
            _mark(tag, text, places, shared, marks)
        except (NodeError, PatternError):
            continue
        is_as_it_stands = not (tag.treatments or tag.merge or tag.link)
        below = marks.values if is_as_it_stands else ()
        waiting += [(child, below) for child in layer.children.get(tag.name, ())]
    return found


def _mark(tag: Tag, text: str, places: Sequence[PieceSpan], timeout: Timeout | None, marks: TagMarks) -> None:
    owner = f"tag {tag.name}, codes"
    start = compile_pattern(tag.start) if tag.start else None
    end = compile_pattern(tag.end) if tag.end else None
    search = Search(start, end, tag.start_offset, tag.end_offset)
    for place in places:
        part = text[place.start : place.end]
        for kind, code in (("starts", start), ("ends", end)):
            if code is not None:
                deadline = code.begin(part, timeout, owner)
                marks.add(kind, _moved(code, part, place.start, deadline))
        pieces = search.spans(part, timeout, owner)
        marks.add("pieces", _shifted(pieces, place.start))
        marks.add("values", _shifted(_values(tag, part, pieces, timeout), place.start))


def _values(tag: Tag, text: str, pieces: Sequence[PieceSpan], timeout: Timeout | None) -> Iterator[PieceSpan]:
    """What steps 3 to 5 leave of the pieces."""
    steps = (("rematch", tag.rematch), ("include", tag.include), ("exclude", tag.exclude))
    patterns = {
        name: (compile_pattern(code), None if timeout is None else timeout.begin(f"tag {tag.name}, {name}"))
        for name, code in steps
        if code
    }
    for piece in pieces:
        found: Iterator[PieceSpan] | Sequence[PieceSpan] = (piece,)
        if "rematch" in patterns:
            found = _matches(*patterns["rematch"], text[piece.start : piece.end], piece.start)
        for span in found:
            taken = text[span.start : span.end]
            if all(
                pattern.is_in(taken, deadline) is (name == "include")
                for name, (pattern, deadline) in patterns.items()
                if name != "rematch"
            ):
                yield span


def _matches(pattern: Pattern, deadline: Deadline | None, text: str, by: int) -> Iterator[PieceSpan]:
    """The first group of each match, or the match where there is none."""
    group = 1 if pattern.groups else 0
    for match in pattern.finditer(text, deadline):
        if match.start(group) >= 0:
            yield PieceSpan(match.start(group) + by, match.end(group) + by)


def _moved(pattern: Pattern, text: str, by: int, deadline: Deadline | None) -> Iterator[PieceSpan]:
    return (PieceSpan(match.start() + by, match.end() + by) for match in pattern.finditer(text, deadline))


def _shifted(spans: Iterator[PieceSpan] | Sequence[PieceSpan], by: int) -> Iterator[PieceSpan]:
    return (PieceSpan(span.start + by, span.end + by) for span in spans)
