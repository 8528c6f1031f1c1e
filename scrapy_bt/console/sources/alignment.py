"""Recordings of an inference side by side: a row for each step, and what is noise folded between them."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

ROWS = 100
"""Steps of a page."""
_MOST_NOISE = 50
"""Requests of one fold that are listed."""


def align_recordings(report: Mapping[str, Any], *, first: int = 0) -> dict[str, Any]:
    """The rows of the steps from the step *first* on; *more*: the step with which others begin, or None.

    A row has a cell for each recording, in which the step's request may be missing, and the folds of what follows it
    there. The first row of all has no step where a recording begins with noise.
    """
    requests: Sequence[Sequence[Mapping[str, Any]]] = report.get("requests", ())
    steps = {fact["step"]: fact for fact in report["facts"] if "exchanges" in fact}
    noise: dict[int, list[Mapping[str, Any]]] = defaultdict(list)
    for fact in report["facts"]:
        if "exchange" in fact:
            noise[fact["recording"]].append(fact)
    folds = [_folds(number, steps, noise[number], own) for number, own in enumerate(requests)]
    kept = {step["step"] for step in report["path"]}
    known = {step["step"] for step in report.get("steps", ())}
    chosen = [step for step in sorted(steps) if step >= first]
    rows: list[dict[str, Any]] = []
    if first == 0 and any(-1 in own for own in folds):
        rows.append({"step": None, "cells": [{"request": None, "fold": own.get(-1)} for own in folds]})
    for step in chosen[:ROWS]:
        fact = steps[step]
        rows.append(
            {
                "step": step,
                "fact": fact["id"],
                "why": fact["why"],
                "state": "kept" if step in kept else "left out" if step in known else "repeat",
                "cells": [
                    {"request": _request(own, index), "fold": folds[number].get(step)}
                    for number, (own, index) in enumerate(zip(requests, fact["exchanges"], strict=False))
                ],
            }
        )
    return {"rows": rows, "more": chosen[ROWS] if len(chosen) > ROWS else None, "steps": len(steps)}


def _folds(
    recording: int,
    steps: Mapping[int, Mapping[str, Any]],
    noise: Sequence[Mapping[str, Any]],
    requests: Sequence[Mapping[str, Any]],
) -> dict[int, dict[str, Any]]:
    """By the step after which they were sent, -1 before all, the requests that are noise."""
    placed = [(fact["exchanges"][recording], step) for step, fact in steps.items()]
    own = sorted((index, step) for index, step in placed if index is not None)
    found: dict[int, list[Mapping[str, Any]]] = defaultdict(list)
    for fact in sorted(noise, key=lambda each: each["exchange"]):
        place = bisect_left(own, (fact["exchange"], -1))
        found[own[place - 1][1] if place else -1].append(fact)
    return {
        step: {
            "count": len(facts),
            "reasons": Counter(_reason(fact) for fact in facts).most_common(),
            "requests": [
                {**(_request(requests, fact["exchange"]) or {}), "reason": _reason(fact), "fact": fact["id"]}
                for fact in facts[:_MOST_NOISE]
            ],
        }
        for step, facts in found.items()
    }


def _reason(fact: Mapping[str, Any]) -> str:
    return str(fact.get("reason", ""))


def _request(requests: Sequence[Mapping[str, Any]], index: int | None) -> dict[str, Any] | None:
    return None if index is None or not 0 <= index < len(requests) else {"number": index, **requests[index]}
