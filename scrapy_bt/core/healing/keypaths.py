"""Paths into JSON that tell only where a value stands: `product.offers[0].price`, `items[*].name`."""

from __future__ import annotations

import re

Path = tuple[str, ...]
"""Keys from outside to inside; `[0]` and `[*]` are items of lists."""

ALL = "[*]"
_STEP = re.compile(r"""\.?(?:(?P<key>[A-Za-z_]\w*)|"(?P<quoted>[^"\\]+)"|(?P<item>\[\d+\])|(?P<all>\[\*?\]))""")
KEY = re.compile(r"[A-Za-z_]\w*")


def steps_of(path: str) -> Path | None:
    """The keys of a path; None where it tells more than where a value stands."""
    steps: list[str] = []
    at = 0
    while at < len(path):
        found = _STEP.match(path, at)
        if found is None:
            return None
        steps.append(found["key"] or found["quoted"] or found["item"] or ALL)
        at = found.end()
    return tuple(steps) or None


def spelled(path: Path) -> str:
    """A path as JMESPath has it."""
    told = ""
    for step in path:
        if step.startswith("["):
            told += step
        else:
            told += ("." if told else "") + (step if KEY.fullmatch(step) else f'"{step}"')
    return told
