"""What a scheme makes, before anything is queued."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice

from ...core.schemes.files.reader import read_scheme
from ...core.schemes.seeds import Seeds
from ...errors import BTError

_SHOWN = 10


@dataclass(frozen=True)
class SchemePreview:
    """How many seeds there are, by platform how many of each combination, and the first ones."""

    seeds: int
    combinations: int
    pages: dict[str, int]
    first: tuple[tuple[str, str], ...]
    """Keywords and URL."""


def tell_made(text: str, file: str) -> SchemePreview | None:
    """What a scheme makes that has no faults and all of its values."""
    try:
        seeds = Seeds(read_scheme(text.removeprefix("\ufeff"), file=file, given={}))
    except BTError:
        return None
    pages = {platform.name: len(platform.pages) for platform in seeds.scheme.platforms}
    first = tuple((seed["keywords"], seed["url"]) for seed in islice(seeds.walk(), _SHOWN))
    return SchemePreview(seeds.count, seeds.combinations.count, pages, first)
