"""Weights as they are kept beside a tree: the seconds of its nodes before their first execution, as JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Annotated, Literal

import msgspec

from ..documents.json import read_json

FORMAT = 1
ENDING = ".weights.json"
"""What the file's name ends with, after the name of the tree."""

LONGEST = 86_400.0
"""Seconds, a day: no node weighs more in a file."""


class _RecordedWeights(msgspec.Struct):
    format: Literal[1]
    seconds: dict[str, Annotated[float, msgspec.Meta(ge=0, le=LONGEST)]]


def read_weights(text: str) -> dict[str, float]:
    """Seconds by node; raises `ValueError`, whose message is short, for what is none of this format."""
    told: _RecordedWeights = read_json(text, shape=_RecordedWeights)
    return told.seconds


def write_weights(seconds: Mapping[str, float]) -> str:
    """The text that `read_weights` reads, in the order of the nodes' names."""
    rounded = {node: round(min(each, LONGEST), 6) for node, each in sorted(seconds.items())}
    return json.dumps({"format": FORMAT, "seconds": rounded}, ensure_ascii=False, indent=1) + "\n"
