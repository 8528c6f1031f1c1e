"""What data call their entries, by the values that each of these alone has."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence

from ...documents.lettering import slug
from ...samples.traffic import Answer
from ...tree.values import to_text
from ..answers.data.groups import told_lists
from ..answers.requests.names import looks_made

_NAMES = ("name", "title", "label", "text", "caption", "display", "description")
"""What data call the names of their entries, the likeliest first."""
_LABELS = ("name", "Name", "label", "key")
"""How data call the name of a value that stands beside it."""
KEY = re.compile(r"(?:^|[._])(?:id|key|code|value|no|number|slug)$|Id$")
"""What data call the key of an entry: that may be as short as it likes."""
_LONGEST = 80
"""Letters of a name."""
_DISTINCT = 0.8
"""How many of the values of a key are different ones; a list may have an entry twice."""


def named_in_data(answer: Answer) -> Iterator[tuple[str, str, str]]:
    """Where each value stands that only one entry of a list of data has, the value, and what the entry is called."""
    for _, entries in told_lists(answer):
        holders: dict[tuple[str, str], list[int]] = defaultdict(list)
        for place, entry in enumerate(entries):
            for held, text in entry.items():
                holders[held, to_text(text)].append(place)
        texts = [
            {
                _labelled(key, entry): text
                for key, text in entry.items()
                if isinstance(text, str) and _is_name(text) and len(holders[key, text]) == 1
            }
            for entry in entries
        ]
        by_names = list(map(_by_names, texts))
        filled = Counter(held for (held, value), places in holders.items() if value for _ in places)
        distinct = Counter(held for held, value in holders if value)
        for (held, value), places in holders.items():
            is_key = len(value) > 1 or (value and KEY.search(held) is not None)
            # What several entries share, as the place where they are, is no key of the one that shares it with none.
            is_key = is_key and distinct[held] >= _DISTINCT * filled[held] and len(places) == 1 < len(entries)
            if is_key and (name := _name_in(texts[places[0]], by_names[places[0]], held)):
                yield held, value, name


def _labelled(key: str, entry: Mapping[str, object]) -> str:
    """How a value is called: as it says itself, where name and value stand side by side in an object of their own."""
    above, _, last = key.rpartition(".")
    beside = (entry.get(f"{above}.{name}") for name in _LABELS) if above and last.lower() == "value" else ()
    return next((f"{key}.{label}" for label in beside if isinstance(label, str)), key)


def _by_names(texts: Mapping[str, str]) -> list[tuple[str, str]]:
    """The texts of an entry by what they are called, those first that are most likely a name."""
    keys = [(key, key.lower()) for key in texts]
    return [(key, texts[key]) for word in _NAMES for key, small in keys if word in small]


def _name_in(texts: Mapping[str, str], by_names: Sequence[tuple[str, str]], held: str) -> str:
    """What an entry is called; *held*: where its key stands."""
    if found := next((text for key, text in by_names if key != held), ""):
        # What is called `walks` for programs is shown as “Walks”.
        shown = (text for key, text in by_names if key != held and text != found and slug(text) == found)
        return next(shown, found)
    is_alone = len(texts) - (held in texts) == 1
    return next(text for key, text in texts.items() if key != held) if is_alone else ""


def _is_name(text: str) -> bool:
    is_short = 0 < len(text) <= _LONGEST and any(map(str.isalpha, text))
    return is_short and not looks_made(text) and "://" not in text and not text.startswith("/")
