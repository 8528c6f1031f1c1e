"""How sure choices are, also learned from pages that are not labelled as pairs: two of one site, or of two sites."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import islice
from random import Random

from ..core.healing.deciding import Models, decide, shared_content
from .evaluation import ACROSS, SAME, Verdict, rank_of
from .lessons import Sheet, layouts_of

LAYOUTS, SITES = "layouts of a site", "pages of a site"
_MOST_ACROSS = 30
"""The most pairs of pages of different sites."""
_LEAST = 3
"""The fewest fields that both pages have."""


def rehearse(sheets: Iterable[Sheet], models: Models, *, without: Collection[str] = (), seed: int = 0) -> list[Verdict]:
    """Decide for the first value of each kind on two pages.

    These are pages of one site in two layouts, but for sites *without* that are judged otherwise; of each site,
    whatever the layouts; and of different sites.
    """
    known, random = list(sheets), Random(seed)
    found = [
        one
        for old, new in layouts_of([sheet for sheet in known if sheet.site not in without])
        for one in _rehearse(old, new, models, LAYOUTS)
    ]
    found += [one for pair in _of_sites(known, random) for one in _rehearse(*pair, models, SITES)]
    across = filter(None, (_rehearse(*pair, models, ACROSS) for pair in _across(known, random)))
    return found + [one for told in islice(across, _MOST_ACROSS) for one in told]


def _of_sites(sheets: Sequence[Sheet], random: Random) -> Iterator[tuple[Sheet, Sheet]]:
    """Two pages of each site that has two."""
    by_site: dict[str, list[Sheet]] = defaultdict(list)
    for sheet in sheets:
        by_site[sheet.site].append(sheet)
    for family in by_site.values():
        if len(family) > 1:
            old, new = random.sample(family, 2)
            yield old, new


def _across(sheets: Sequence[Sheet], random: Random) -> Iterator[tuple[Sheet, Sheet]]:
    """Each page with one of another site, in a random order."""
    for old in random.sample(sheets, len(sheets)):
        others = [sheet for sheet in sheets if sheet.site != old.site]
        if others:
            yield old, random.choice(others)


def _rehearse(old: Sheet, new: Sheet, models: Models, source: str) -> list[Verdict]:
    found = ((kind, old.right(kind, 0), new.right(kind, 0)) for kind in old.truth)
    fields = {kind: (was[0].candidate, now[0].candidate.text.casefold()) for kind, was, now in found if was and now}
    if len(fields) < _LEAST:
        return []
    places = {kind: place for kind, (place, _) in fields.items()}
    decided = decide(old.survey, new.survey, places, models)
    is_same = shared_content(old.survey, new.survey, places.values()) >= SAME
    return [
        Verdict(
            source=source,
            pair=old.site,
            field=kind,
            broken=True,
            survives=False,
            right=one.candidate.text.casefold() == fields[kind][1],
            place=rank_of(fields[kind][1], one.top),
            probability=one.probability,
            margin=one.margin,
            seconds=0.0,
            share=one.share,
            same_content=is_same,
        )
        for kind, one in decided.items()
    ]
