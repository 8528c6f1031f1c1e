"""Pages of one site in two layouts, which nobody has labelled as a pair: they tell, too, what margins are worth."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from ..core.healing.deciding import Models, decide, shared_content
from .evaluation import SAME, Verdict, place_of
from .lessons import Sheet, layouts_of

SOURCE = "layouts of a site"
_LEAST = 3
"""Fields that both pages have."""


def rehearse(sheets: Iterable[Sheet], models: Models, *, without: Collection[str] = ()) -> list[Verdict]:
    """Decide for the first value of each kind on pages of two layouts; *without*: sites that are judged otherwise."""
    pairs = layouts_of([sheet for sheet in sheets if sheet.site not in without])
    return [one for old, new in pairs for one in _rehearse(old, new, models)]


def _rehearse(old: Sheet, new: Sheet, models: Models) -> list[Verdict]:
    found = ((kind, old.right(kind, 0), new.right(kind, 0)) for kind in old.truth)
    fields = {kind: (was[0].candidate, now[0].candidate.text.casefold()) for kind, was, now in found if was and now}
    if len(fields) < _LEAST:
        return []
    places = {kind: place for kind, (place, _) in fields.items()}
    decided = decide(old.survey, new.survey, places, models)
    is_same = shared_content(old.survey, new.survey, places.values()) >= SAME
    return [
        Verdict(
            source=SOURCE,
            pair=old.site,
            field=kind,
            broken=True,
            survives=False,
            right=one.candidate.text.casefold() == fields[kind][1],
            place=place_of(fields[kind][1], one.top),
            probability=one.probability,
            margin=one.margin,
            seconds=0.0,
            same_content=is_same,
        )
        for kind, one in decided.items()
    ]
