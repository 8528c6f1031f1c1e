"""Two columns beside each other as numbers: an old one, and one of a changed page that may be the same."""

from __future__ import annotations

from .columns import COLUMN_NAMES, FoundColumn
from .concepts import CONCEPTS, concepts_of
from .profiles import PROFILE_PAIR_NAMES, compare_profiles
from .shapes import SHAPE


def column_pair(old: FoundColumn, new: FoundColumn) -> list[float]:
    """The numbers of a pair of columns, by `COLUMN_PAIR_NAMES`."""
    a, b = old.vector, new.vector
    numbers = list(b)
    numbers += [abs(x - y) for x, y in zip(a, b, strict=True)]
    numbers += a
    old_label, new_label = concepts_of(old.label), concepts_of(new.label)
    numbers += (
        (old.concepts & new.concepts).bit_count(),
        (old.concepts & new.concepts).bit_count() / max(1, (old.concepts | new.concepts).bit_count()),
        (old.concepts_above & new.concepts_above).bit_count(),
        float(bool(old.label) and old.label == new.label),
        (old_label & new_label).bit_count(),
        float(old.way[-1][0] == new.way[-1][0]),
        float(old.way[-2:] == new.way[-2:]),
        float(old.cell == new.cell),
        b[len(SHAPE)] - a[len(SHAPE)],
        new.concepts.bit_count(),
        float(new.concepts >> CONCEPTS.index("case") & 1),
        float(new.concepts_above >> CONCEPTS.index("navigation") & 1),
    )
    return numbers + compare_profiles(old.profile, new.profile)


COLUMN_PAIR_NAMES: tuple[str, ...] = (
    *(f"new {name}" for name in COLUMN_NAMES),
    *(f"change of {name}" for name in COLUMN_NAMES),
    *(f"old {name}" for name in COLUMN_NAMES),
    "concepts both",
    "concepts share",
    "concepts above both",
    "same label",
    "label concepts",
    "same tag",
    "same end of way",
    "same cell",
    "growth",
    "concepts",
    "speaks of cases",
    "in navigation",
    *PROFILE_PAIR_NAMES,
)
"""What the numbers of a pair of columns mean, in order."""
