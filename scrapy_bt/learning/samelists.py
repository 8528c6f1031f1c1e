"""A list that is still there: on a page of its address all its values, in their order, in other elements."""

from __future__ import annotations

from collections.abc import Sequence

from ..core.documents.elements import Element
from ..core.healing.columns import columns_of
from ..core.healing.fields import FieldReading, reading_of, run_selector
from ..core.healing.lists import write_list
from ..core.healing.pages import squeeze
from ..core.healing.parsing import page_of
from .twins import Twins, values_told

_FEWEST = 2


def selectors_of_same_list(old: str, twins: Sequence[Twins]) -> list[str]:
    """Selectors of what gives today what *old* gave before on the newest page that says so, whatever models think.

    Those of the same tag come first, then those of outer elements, as links are looked for within them.
    """
    reading = reading_of(old)
    for pair in reversed(twins):
        was = values_told(old, pair.before)
        if reading is None or len(set(was)) < _FEWEST:
            continue
        page, tag = page_of(pair.now.markup), run_selector(page_of(pair.before.markup), old)[0].tag
        # Of what is in no list `columns_of` has each element twice.
        columns = [(one, dict.fromkeys(one.elements)) for one in columns_of(page)]
        same = [one for one, elements in columns if tuple(_given(each, reading) for each in elements) == was]
        same.sort(key=lambda one: (one.elements[0].tag != tag, len(one.way)))
        paths = [path for one in same if (path := write_list(page, one)) is not None]
        written = [text for path in paths if values_told(text := reading.write(path), pair.now) == was]
        if written:
            return list(dict.fromkeys(written))
    return []


def _given(element: Element, reading: FieldReading) -> str:
    text = element.get(reading.attribute, "") if reading.attribute else " ".join(element.itertext())
    return squeeze(text).casefold()
