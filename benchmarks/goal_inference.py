"""Goal "inference": trees from recordings of applications that nobody tuned to, run with new input.

The gallery of `tests/gallery` with its truth: the developed half (three applications with `--quick`), or what the
environment names: `GALLERY_HALF=unseen`. Recordings stay in the folder `GALLERY_RECORDINGS`, or are made anew. Flows of
real HAR files are judged without replay where `GALLERY_FLOWS` names a folder of them.
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path
from typing import Any

from benchmarks.recorded_flows import FlowOutcome, judge_flows
from benchmarks.rounds import versions
from tests.gallery.application import NotInstallableError
from tests.gallery.halves import exhibits
from tests.gallery.judging import Outcome, judge
from tests.gallery.tables import outcome_table
from tests.gallery.workflow import Exhibit

QUICK = ("dokuwiki", "django_admin", "sqlite_web")


def run(quick: bool) -> dict[str, Any]:  # noqa: FBT001  # every goal's one argument
    """Measure the goal; the result is what `python -m benchmarks` prints."""
    half = "unseen" if os.environ.get("GALLERY_HALF") == "unseen" else "developed"
    flows = list(judge_flows(Path(os.environ["GALLERY_FLOWS"]))) if "GALLERY_FLOWS" in os.environ else []
    for flow in flows:
        _say(f"{flow.name}: wrong {flow.wrong}, missed {flow.missed}, lost {flow.lost} {flow.fault}")
    with tempfile.TemporaryDirectory() as made:
        folder = Path(os.environ.get("GALLERY_RECORDINGS", made))
        outcomes: list[Outcome] = []
        for exhibit in exhibits(half, QUICK if quick and half == "developed" else ()):
            outcomes += _judge(exhibit, folder)
    _say(outcome_table(outcomes))
    return {
        "goal": "inference",
        "versions": versions("scrapy", "scrapy_bt"),
        "settings": {"half": half, "workflows": len(outcomes), "flows": len(flows)},
        "rounds": 1,
        "metrics": {**_of_workflows(outcomes), **_of_flows(flows)},
    }


def _judge(exhibit: Exhibit, folder: Path) -> list[Outcome]:
    try:
        return list(judge(exhibit, folder / exhibit.name))
    except NotInstallableError as error:
        _say(f"{exhibit.name}: {error}")
        return []


def _of_workflows(outcomes: list[Outcome]) -> dict[str, Any]:
    count = len(outcomes) or 1
    exact = sum(each.is_exact for each in outcomes) / count
    false = sum(each.is_proven and not each.is_exact for each in outcomes) / count
    endless = sum(not each.has_end for each in outcomes)
    return {
        "complete and right with new input": {"share": round(exact, 3), "target": ">= 0.9", "met": exact >= 0.9},
        "called proven but wrong": {"share": round(false, 3), "target": "<= 0.02", "met": false <= 0.02},
        "crawls without an end": {"count": endless, "target": "0", "met": not endless},
        "replays": {"count": sum(int(each.facts.get("summary", {}).get("replays", 0)) for each in outcomes)},
        "seconds": {"sum": round(sum(each.seconds for each in outcomes), 1)},
    }


def _of_flows(flows: list[FlowOutcome]) -> dict[str, Any]:
    right, wrong, missed = (sum(len(getattr(flow, name)) for flow in flows) for name in ("right", "wrong", "missed"))
    edges = right + wrong + missed
    if not edges:
        return {}
    whole = sum(not flow.lost for flow in flows)
    return {
        "origins of real flows right": {"count": right, "of": edges, "target": ">= 95 %", "met": right >= 0.95 * edges},
        "origins of real flows wrong": {"count": wrong, "target": "<= 2 %", "met": wrong <= 0.02 * edges},
        "origins of real flows missed": {"count": missed},
        "flows that keep every needed request": {"count": whole, "of": len(flows)},
    }


def _say(text: str) -> None:
    sys.stderr.write(f"{text}\n")
