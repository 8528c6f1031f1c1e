"""What a stored report says was proven, for an inference that goes on from it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..goal import Earlier
from ..stepnames import numbered

_CLAIMS = ("Loop", "Shareable", "Contended")


def earlier_of(report: Mapping[str, Any]) -> Earlier | None:
    """What an earlier report proved; None where nothing was proven."""
    if not report["proven"]:
        return None
    decided: dict[bool, dict[str, tuple[int, ...]]] = {True: {}, False: {}}
    for fact in report["facts"]:
        if fact["kind"] in ("StepNeed", "ParameterNeed") and fact["status"] == "verified" and "needed" in fact:
            name = f"{fact['step']} {fact.get('key', '')}".rstrip()
            decided[fact["needed"]][name] = tuple(fact["trials"])
    path = report["path"]
    return Earlier(
        steps={numbered(step["step"]): step["request"] for step in path},
        dropped=frozenset(f"{step['step']} {key}" for step in path for key in step["left_out"]),
        origins=frozenset(
            f"{step['step']} {each['key']}={origin['name']}"
            for step in path
            for each in step["parameters"]
            for origin in each.get("origins", ())
            if origin["chosen"]
        ),
        needed=decided[True],
        superfluous=decided[False],
        claims={
            f"{fact['kind']} {fact['text']}": (fact["status"], tuple(fact["trials"]))
            for fact in report["facts"]
            if fact["kind"] in _CLAIMS and fact["status"] != "unverified"
        },
        replays=tuple(report["replays"]),
    )
