"""Inferred trees and what is known of them: facts by rounds and sources, and the path with its proof."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from scrapy.settings import BaseSettings

from ...core.inference.explanation.sentences import with_sentences
from ...core.inference.explanation.stored import ENDING
from ...crawl.spiderloader import trees_folder
from ...errors import SampleError
from ...operations.inferences import read_report
from ...sentences import say, spoken
from ...wholefiles import digest_of
from ..editing.proof_status import TreeProof, proof_of
from ..naming import name_path
from ..refusals import Refusal
from .alignment import align_recordings

_NEEDS = ("StepNeed", "ParameterNeed")
FACTS = 100
"""Facts of a page."""


def find_reports(settings: BaseSettings) -> dict[str, Path]:
    """The files beside inferred trees, by the names of these."""
    folder = trees_folder(settings)
    if not folder.is_dir():
        return {}
    inside = folder.resolve()
    paths = (path for path in sorted(folder.rglob(f"*{ENDING}")) if path.resolve().is_relative_to(inside))
    return {name_path(path.relative_to(folder).as_posix().removesuffix(ENDING)): path for path in paths}


def find_report(settings: BaseSettings, name: str) -> Path:
    """Raises `Refusal`."""
    found = find_reports(settings).get(name)
    if found is None:
        raise Refusal(404, "inference", say("there is no inferred tree '{}'", name))
    return found


def read_inference(path: Path) -> dict[str, Any]:
    """A report whose sentences can be told in another language; raises `SampleError`."""
    report = read_report(path)
    told: dict[str, Any] = with_sentences(report, report.get("sentences", {}))
    return told


def list_inferences(settings: BaseSettings) -> list[dict[str, Any]]:
    """Each with its goal, or why it cannot be read."""
    found = []
    for name, path in find_reports(settings).items():
        try:
            report = read_report(path)
        except SampleError as error:
            found.append({"name": name, "fault": spoken(error)})
            continue
        told = {
            "goal": with_sentences(report["goal"], report.get("sentences", {})),
            "proven": report["proven"],
            "summary": report.get("summary", {}),
        }
        found.append({"name": name, "fault": "", **told})
    return found


def tell_inference(path: Path, wanted: WantedFacts | None = None, *, first_step: int = 0) -> dict[str, Any]:
    """A report with what pages show beside it: rounds, proofs of what is kept and left out, whether it was edited.

    *wanted*: which of its facts; *first_step*: from which step on the recordings are shown.
    """
    report = read_inference(path)
    left_out = ("answers", "stubs", "declared", "history", "requests", "text", "sentences")
    return {
        **{name: value for name, value in report.items() if name not in left_out},
        **_facts(report, wanted or WantedFacts()),
        "requests_known": "requests" in report,
        "aligned": align_recordings(report, first=first_step),
        "rounds": _rounds(report),
        "path": [_with_proofs(step, report) for step in report["path"]],
        "dropped_steps": _dropped_steps(report),
        "edited": _was_edited(path, report),
        "hosts": report.get("hosts", []),
        "asked": report.get("asked"),
    }


@dataclass(frozen=True)
class WantedFacts:
    """Facts to which something has happened: in a *round*, by a *source*, and *what*; that hold *text*; from one on."""

    round: int | None = None
    source: str = ""
    what: str = ""
    text: str = ""
    first: int = 0


def find_fact(report: Mapping[str, Any], number: int) -> dict[str, Any]:
    """Raises `Refusal`."""
    for fact in report["facts"]:
        if fact["id"] == number:
            found: dict[str, Any] = fact
            return found
    raise Refusal(404, "fact", say("there is no fact #{}", number))


def _facts(report: Mapping[str, Any], wanted: WantedFacts) -> dict[str, Any]:
    """The first of those that are wanted; *more_facts*: the one with which others begin, or None."""
    changed = {
        fact
        for round_, fact, what, source in report.get("history", ())
        if wanted.round in (None, round_) and wanted.source in ("", source) and wanted.what in ("", what)
    }
    is_any = wanted.round is None and not wanted.source and not wanted.what
    text = wanted.text.casefold()
    fitting = [
        fact
        for fact in report["facts"]
        if (is_any or fact["id"] in changed) and text in f"#{fact['id']} {fact['text']} {fact['why']}".casefold()
    ]
    facts = [fact for fact in fitting if fact["id"] >= wanted.first]
    more = facts[FACTS]["id"] if len(facts) > FACTS else None
    return {"facts": facts[:FACTS], "fitting_facts": len(fitting), "more_facts": more}


def _rounds(report: Mapping[str, Any]) -> list[dict[str, Any]]:
    """What each source did in each round: how many facts were posted, verified and refuted."""
    counts = Counter((round_, source, what) for round_, _, what, source in report.get("history", ()))
    keys = sorted({(round_, source) for round_, source, _ in counts})
    kinds = sorted({what for _, _, what in counts})
    return [
        {"round": round_, "source": source, "counts": {what: counts[round_, source, what] for what in kinds}}
        for round_, source in keys
    ]


def _with_proofs(step: Mapping[str, Any], report: Mapping[str, Any]) -> dict[str, Any]:
    """The step, and each of its parameters, with the replays that decided on it."""
    number = step["step"]
    return {
        **step,
        "trials": _trials(report, number, ""),
        "parameters": [{**each, "trials": _trials(report, number, each["key"])} for each in step["parameters"]],
        "left_out": [{"key": key, "trials": _trials(report, number, key)} for key in step["left_out"]],
    }


def _dropped_steps(report: Mapping[str, Any]) -> list[dict[str, Any]]:
    kept = {step["step"] for step in report["path"]}
    others = (step for step in report.get("steps", ()) if step["step"] not in kept)
    # What was on no path that was tried is left out by the first that reached the target.
    first = [replay for replay in report["replays"] if replay["right"]][:1]
    return [{**step, "trials": _trials(report, step["step"], "") or first} for step in others]


def _trials(report: Mapping[str, Any], step: int, key: str) -> list[dict[str, Any]]:
    for fact in report["facts"]:
        is_decided = fact["kind"] in _NEEDS and fact["status"] == "verified"
        if is_decided and (fact["step"], fact.get("key", "")) == (step, key):
            return replays_of(report, fact["trials"])
    return []


def replays_of(report: Mapping[str, Any], numbers: list[int]) -> list[dict[str, Any]]:
    """The replays of these numbers."""
    return [replay for replay in report["replays"] if replay["number"] in numbers]


def tree_of(path: Path) -> Path:
    """The tree of a report."""
    return path.with_name(path.name.removesuffix(ENDING) + ".bt")


def proof_of_tree(path: Path) -> TreeProof | None:
    """Which statements of a report's tree are proven; none where the tree, or what was inferred, is unknown."""
    report, tree = read_inference(path), tree_of(path)
    try:
        text = tree.read_text("utf-8")
    except (OSError, ValueError):
        return None
    inferred = report.get("text") or (text if _was_edited(path, report) is False else None)
    return None if inferred is None else proof_of(text, inferred, report)


def _was_edited(path: Path, report: Mapping[str, Any]) -> bool | None:
    """Whether the tree says something else than was inferred; none where that is not known."""
    tree = tree_of(path)
    if "tree_hash" not in report or not tree.is_file():
        return None
    return digest_of(tree.read_bytes()) != report["tree_hash"]
