"""What a person opened of a list in each recording may be all that a part of it has, as a chapter's entries."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from urllib.parse import urlsplit

from ...samples.traffic import Sent
from ..answers.requests.shapes import values_of

_SEVERAL = 2
"""Entries that were opened in a recording."""


def shared_by_opened(opened: Sequence[Collection[str]], visited: Collection[str]) -> Sequence[str]:
    """What the addresses that were opened share in each recording, where no two recordings share the same.

    *opened*: by recording, addresses of one kind; *visited*: what a tree asked for with the input of one of them. Empty
    if it visited no other ones of their kind, too, or if nothing is shared.
    """
    parts = [list(map(_parts, own)) for own in opened]
    known = {tuple(each) for own in parts for each in own}
    if len(parts) < _SEVERAL or len(known) != 1 or any(len(own) < _SEVERAL for own in parts):
        return ()
    others = [each for each in map(_parts, visited) if tuple(each) in known]
    for key in next(iter(known)):
        values = [{each[key] for each in own} for own in parts]
        shared = [next(iter(own)) for own in values if len(own) == 1]
        if len(set(shared)) == len(parts) and len({each[key] for each in others}) > 1:
            return shared
    return ()


def _parts(url: str) -> Mapping[str, str]:
    """What an address is made of, by where it stands."""
    segments = {f"{place}": segment for place, segment in enumerate(urlsplit(url).path.split("/"))}
    queries = {f"?{key.name}": value for key, value in values_of(Sent("GET", url)).items() if key.where == "query"}
    return segments | queries
