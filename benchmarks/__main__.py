"""Command line: `python -m benchmarks GOAL [--json] [--quick]`."""

from __future__ import annotations

import argparse
import json
import pkgutil
from importlib import import_module
from typing import Any

import benchmarks

NUMBERED = {"15": "goal_hosts", "17": "goal_soak"}
"""Goals that have a number beside their name."""


def main() -> int:
    """Measure one goal and print it; the status says whether it is met."""
    goals = {name_of(found.name): found.name for found in pkgutil.iter_modules(benchmarks.__path__)}
    goals.pop("", None)
    goals |= NUMBERED
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=benchmarks.__doc__)
    parser.add_argument("goal", choices=goals, metavar="GOAL", help=f"its number or name: {', '.join(goals)}")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--quick", action="store_true", help="under a minute, with a wider spread")
    options = parser.parse_args()
    result = import_module(f"benchmarks.{goals[options.goal]}").run(options.quick)
    print(json.dumps(result) if options.json else _table(result))
    return 0 if all(metric.get("met", True) for metric in result["metrics"].values()) else 1


def name_of(module: str) -> str:
    """The goal that a module measures, `3` of `goal03` and `seeds` of `goal_seeds`; empty: none."""
    return module.removeprefix("goal").lstrip("_0") if module.startswith("goal") else ""


def _table(result: dict[str, Any]) -> str:
    versions = ", ".join(f"{name} {number}" for name, number in result["versions"].items())
    lines = [f"goal {result['goal']}: {result['rounds']} rounds; {versions}"]
    if settings := result.get("settings"):
        lines.append(f"settings: {settings}")
    for name, metric in result["metrics"].items():
        facts = "  ".join(f"{key} {value}" for key, value in metric.items() if key != "met")
        verdict = "" if "met" not in metric else ("met" if metric["met"] else "MISSED")
        lines.append(f"  {name:<42} {facts}  {verdict}")
    return "\n".join(lines)


if __name__ == "__main__":
    raise SystemExit(main())
