"""Interleaved rounds: each variant once a round, in turns, and the ratios within each round."""

from __future__ import annotations

import json
import platform
import statistics
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
Measures = Mapping[str, float]


def interleave(variants: Mapping[str, Callable[[], Measures]], rounds: int) -> list[dict[str, Measures]]:
    """The measures of every variant by round; the order turns round each time."""
    results = []
    for number in range(rounds):
        names = list(variants)
        if number % 2:
            names.reverse()
        results.append({name: variants[name]() for name in names})
    return results


def compare(
    rounds: Sequence[Mapping[str, Measures]], measure: str, ours: str, peer: str, *, target: float, at_least: bool
) -> dict[str, Any]:
    """The metric of one ratio, ours to the peer's."""
    ratios = [entry[ours][measure] / entry[peer][measure] for entry in rounds]
    median = statistics.median(ratios)
    met = median >= target if at_least else median <= target
    return {
        "ratio": round(median, 3),
        "min": round(min(ratios), 3),
        "median": round(median, 3),
        "max": round(max(ratios), 3),
        "target": f"{'>=' if at_least else '<='} {target}",
        "met": met,
        "ours": round(statistics.median(entry[ours][measure] for entry in rounds), 3),
        "peer": round(statistics.median(entry[peer][measure] for entry in rounds), 3),
    }


def beside(rounds: Sequence[Mapping[str, Measures]], measure: str, ours: str, peer: str) -> dict[str, Any]:
    """The metric of one ratio that has no target."""
    metric = compare(rounds, measure, ours, peer, target=0.0, at_least=True)
    return {key: value for key, value in metric.items() if key not in ("target", "met")}


def spread(
    values: Sequence[float], unit: str, *, at_most: float | None = None, at_least: float | None = None
) -> dict[str, Any]:
    """The metric of values in a *unit*; without a limit it has no target."""
    median = statistics.median(values)
    digits = 3 if median < 100 else 0
    lowest, middle, highest = (round(value, digits) for value in (min(values), median, max(values)))
    metric = {"value": middle, "min": lowest, "median": middle, "max": highest, "unit": unit}
    if at_most is not None:
        metric |= {"target": f"<= {at_most:g}", "met": median <= at_most}
    if at_least is not None:
        metric |= {"target": f">= {at_least:g}", "met": median >= at_least}
    return metric


def versions(*packages: str) -> dict[str, str]:
    """Python's version and those of the packages."""
    return {"python": platform.python_version(), **{name: version(name) for name in packages}}


def run_worker(module: str, *arguments: str, folder: Path | None = None, timeout: float = 600.0) -> dict[str, Any]:
    """The JSON object that a worker process prints as its last line."""
    return run_command(sys.executable, "-m", module, *arguments, folder=folder, timeout=timeout)


def run_command(*command: str | Path, folder: Path | None = None, timeout: float = 600.0) -> dict[str, Any]:
    """The same of any command."""
    done = subprocess.run(command, cwd=folder or ROOT, capture_output=True, text=True, timeout=timeout, check=False)
    lines = done.stdout.strip().splitlines()
    if done.returncode or not lines:
        raise SystemExit(
            f"{' '.join(map(str, command))} failed ({done.returncode}):\n{done.stdout[-2000:]}\n{done.stderr[-4000:]}"
        )
    result: dict[str, Any] = json.loads(lines[-1])
    return result
