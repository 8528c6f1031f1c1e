"""Records an application, infers a tree, runs it with other input, and says how all of it compares with the truth.

Run it to see the figures: `python -m tests.integration.applications.inferring [NAME…]`.
"""

from __future__ import annotations

import json
import re
import sys
import tempfile
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.async_api import Page

from scrapy_bt.capture.browser import BrowserRecorder
from scrapy_bt.capture.folder import NewSample
from tests.commandlines import COMMAND, run
from tests.gallery.application import Application

from .cases import CASES, Case

_PATIENCE = 900_000


@dataclass
class Judgement:
    """How an inference compares with what the application needs."""

    case: Case
    facts: dict[str, Any] = field(default_factory=dict)
    tree: str = ""
    log: str = ""
    seconds: float = 0.0
    requests: list[str] = field(default_factory=list)
    """Those of the path."""
    right: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)
    superfluous: list[str] = field(default_factory=list)
    """Parameters that are kept and not needed."""
    found: list[tuple[str, ...]] = field(default_factory=list)
    expected: list[tuple[str, ...]] = field(default_factory=list)

    @property
    def needed(self) -> list[str]:
        """The requests of the smallest path."""
        return [each.request for each in self.case.path]

    @property
    def parameters(self) -> int:
        """How many are needed."""
        return sum(len(each.values) + len(each.constants) for each in self.case.path)

    @property
    def kept(self) -> int:
        """How many are kept."""
        return len(self.right) + len(self.wrong) + len(self.superfluous)

    @property
    def replays(self) -> int:
        """How many it took."""
        return int(self.facts.get("summary", {}).get("replays", 0))


def record(case: Case, app: Application, folder: Path) -> list[Path]:
    """Browse twice, each time with another search and a browser of its own."""
    places = []
    for number, search in enumerate(case.searches, 1):

        async def script(page: Page, search: str = search) -> None:
            page.set_default_timeout(_PATIENCE)
            await case.browse(page, app, search)
            await page.wait_for_load_state("networkidle")

        places.append(folder / str(number))
        BrowserRecorder(is_headless=True, script=script).record(f"{app.url}{case.home}", NewSample(places[-1]))
    return places


def judge(case: Case, folder: Path) -> Judgement:
    """Do all of it."""
    with case.start(folder) as app:
        samples = record(case, app, folder)
        judgement = infer(case, samples, folder)
        if judgement.tree:
            _crawl(judgement, app, folder)
    return judgement


def infer(case: Case, samples: Sequence[Path], folder: Path) -> Judgement:
    """Infer and compare with the truth."""
    command = ["infer", *map(str, samples), "--replay", "all", "-o", "tree.bt", "--force", "-s", "DOWNLOAD_DELAY=0"]
    started = time.monotonic()
    log = _scrapy(command, folder)
    judgement = Judgement(case, log=log, seconds=time.monotonic() - started)
    if (folder / "tree.bt").exists():
        judgement.facts = json.loads((folder / "tree.inference.json").read_text("utf-8"))
        judgement.tree = (folder / "tree.bt").read_text("utf-8")
        _compare(judgement)
    return judgement


def _crawl(judgement: Judgement, app: Application, folder: Path) -> None:
    """Run the tree with other input; the session is a new one."""
    case = judgement.case
    arguments = {case.argument: case.other}
    for argument in judgement.facts["arguments"]:
        if argument["secret"]:
            arguments[argument["name"]] = app.secret
    given = [word for name, value in arguments.items() for word in ("-a", f"{name}={value}")]
    judgement.log += _scrapy(["run", "tree.bt", *given, "-O", "records.jsonl"], folder)
    judgement.expected = list(case.records(app, case.other))
    lines = (folder / "records.jsonl").read_text("utf-8").splitlines() if (folder / "records.jsonl").exists() else ()
    for record in map(json.loads, lines):
        judgement.found.append(tuple(" ".join(str(record.get(name)).split()) for name in case.fields))


def _scrapy(arguments: Sequence[str], folder: Path) -> str:
    command = [*COMMAND, "bt", *arguments]
    done = run(command, check=False, cwd=folder, capture_output=True, text=True)
    return f"{done.stdout}{done.stderr}"


def _compare(judgement: Judgement) -> None:
    left = list(judgement.facts["path"])
    judgement.requests = [step["request"] for step in left]
    for needed in judgement.case.path:
        step = next((step for step in left if step["request"] == needed.request), None)
        if step is None:
            judgement.missing += [f"{needed.request} {key}" for key in (*needed.values, *needed.constants)]
            continue
        left.remove(step)
        kept = _parameters(judgement.facts, step)
        for key, pattern in needed.values.items():
            told = kept.pop(key, "")
            place = judgement.right if re.search(pattern, told) else judgement.wrong if told else judgement.missing
            place.append(f"{step['request']} {key}: {told or 'nothing'}")
        for key in needed.constants:
            place = judgement.right if kept.pop(key, None) is not None else judgement.missing
            place.append(f"{step['request']} {key}")
        judgement.superfluous += [f"{step['request']} {key}: {told}" for key, told in kept.items()]
    for step in left:
        judgement.superfluous += [f"{step['request']} {key}" for key in _parameters(judgement.facts, step)]


def _parameters(facts: dict[str, Any], step: dict[str, Any]) -> dict[str, str]:
    """What is sent with a step: by key, where it comes from; pieces of the path that never change are no parameters."""
    kept = {each["key"]: each["value"] for each in step["parameters"]}
    if "url" in kept:
        return kept
    for fact in facts["facts"]:
        key, is_constant = fact["key"], fact.get("varies") is False
        if fact["step"] == step["step"] and is_constant and key.startswith("query ") and key not in step["left_out"]:
            kept.setdefault(key, "a constant")
    return kept


def table(judgements: Iterable[Judgement]) -> str:
    """The figures, as the documentation shows them; of requests and parameters: recorded → kept (needed)."""
    lines = [
        "| application | requests | parameters | origins right / wrong / missing | replays | seconds | records |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    for each in judgements:
        summary = each.facts.get("summary", {})
        found = len([record for record in each.expected if record in each.found])
        lines.append(
            f"| {each.case.name} | {summary.get('requests', 0)} → {len(each.requests)} ({len(each.needed)}) "
            f"| {summary.get('parameters', 0)} → {each.kept} ({each.parameters}) "
            f"| {len(each.right)} / {len(each.wrong)} / {len(each.missing)} "
            f"| {each.replays} | {each.seconds:.0f} | {found} of {len(each.expected)} |"
        )
    return "\n".join(lines)


def main() -> None:
    """Print the figures."""
    names = sys.argv[1:]
    judgements = []
    for case in CASES:
        if not names or case.name in names:
            folder = Path(tempfile.mkdtemp(prefix=f"{case.name}-"))
            judgement = judge(case, folder)
            judgements.append(judgement)
            print(judgement.log, judgement.tree, sep="\n")
            for title in ("requests", "wrong", "missing", "superfluous"):
                print(title, *getattr(judgement, title), sep="\n    ")
            odd = [record for record in judgement.found if record not in judgement.expected]
            print(f"{len(judgement.found)} records, {len(odd)} of them wrong", *odd[:3], sep="\n    ")
            print(folder, flush=True)
    print(table(judgements))


if __name__ == "__main__":
    main()
