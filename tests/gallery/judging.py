"""Records workflows, infers a tree from each, runs it with other input, and compares what it brings with the truth."""

from __future__ import annotations

import asyncio
import contextlib
import inspect
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.async_api import Page, async_playwright
from playwright.async_api import TimeoutError as LateError

from scrapy_bt.capture.browser import BrowserRecorder, Script, find_browser, launch
from scrapy_bt.capture.folder import NewSample

from .application import Application
from .workflow import Exhibit, Row, Workflow

SECONDS = 300
"""How long a command may take before it counts as one without an end."""
MOST_PAGES = 600
"""Of a crawl: one that wants more has no end."""
_PATIENCE = 300_000
_QUIET = 15_000
"""Milliseconds that a page is waited for at last, which may go on asking for events."""


Recorder = Callable[[str, Script, Path], None]
"""Browses by a script from a URL, and puts at the path what tells of it."""


@dataclass
class Outcome:
    """How a workflow came out."""

    application: str
    workflow: str
    facts: Mapping[str, Any] = field(default_factory=dict)
    tree: str = ""
    log: str = ""
    seconds: float = 0.0
    expected: list[Row] = field(default_factory=list)
    right: list[Row] = field(default_factory=list)
    wrong: list[Mapping[str, Any]] = field(default_factory=list)
    """Records that hold no row of the truth, or one that another record holds already."""
    has_end: bool = True
    lacking: list[str] = field(default_factory=list)
    """Entries of the input that are no argument of the tree."""

    @property
    def missing(self) -> list[Row]:
        """Rows that no record holds."""
        left = list(self.expected)
        for row in self.right:
            left.remove(row)
        return left

    @property
    def is_proven(self) -> bool:
        """What the inference says of itself."""
        return bool(self.facts.get("proven"))

    @property
    def is_exact(self) -> bool:
        """All of the truth, and nothing else."""
        return bool(self.tree and self.expected and self.has_end and not self.missing and not self.wrong)


def record_sample(url: str, script: Script, place: Path) -> None:
    """Browse by the script from the URL; a sample folder tells of it, with the browser's events."""
    BrowserRecorder(is_headless=True, script=script).record(url, NewSample(place))


def record_har(url: str, script: Script, place: Path) -> None:
    """Browse by the script from the URL; a HAR tells of it as Playwright writes it: exchanges alone."""

    async def browse() -> None:
        async with async_playwright() as playwright:
            browser = await launch(playwright, find_browser(), is_headless=True)
            context = await browser.new_context(record_har_path=place, record_har_content="embed")
            page = await context.new_page()
            await page.goto(url, timeout=_PATIENCE)
            await script(page)
            await context.close()  # which writes the file
            await browser.close()

    asyncio.run(browse())


def judge(
    exhibit: Exhibit,
    folder: Path,
    names: Sequence[str] = (),
    *,
    only_record: bool = False,
    recorder: Recorder = record_sample,
) -> Iterator[Outcome]:
    """Do all of it for the workflows of an application; recordings that are in *folder* are used again."""
    served = folder / "served"
    shutil.rmtree(served, ignore_errors=True)
    served.mkdir(parents=True)
    with exhibit.start(served) as app:
        for workflow in exhibit.workflows:
            if names and workflow.name not in names:
                continue
            place = folder / workflow.name
            outcome = Outcome(exhibit.name, workflow.name)
            samples = make_samples(workflow, app, place, recorder)
            if only_record:
                continue
            infer(outcome, workflow, samples, place)
            if outcome.tree:
                crawl(outcome, workflow, app, place)
            yield outcome


def make_samples(workflow: Workflow, app: Application, folder: Path, recorder: Recorder = record_sample) -> list[Path]:
    """Browse with each of the inputs, in browsers of their own."""
    note = folder / "recorded"
    suffix = ".har" if recorder is record_har else ""
    places = [folder / f"{number}{suffix}" for number, _ in enumerate(workflow.inputs, 1)]
    told = json.dumps([app.url, inspect.getsource(workflow.browse), *map(dict, workflow.inputs)])
    if note.exists() and note.read_text() == told and all(place.exists() for place in places):
        return places
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for place, given in zip(places, workflow.inputs, strict=True):

        async def script(page: Page, given: Mapping[str, str] = given) -> None:
            page.set_default_timeout(_PATIENCE)
            await workflow.browse(page, app, **given)
            with contextlib.suppress(LateError):
                await page.wait_for_load_state("networkidle", timeout=_QUIET)

        recorder(f"{app.url}{workflow.home}", script, place)
    note.write_text(told)
    return places


def infer(outcome: Outcome, workflow: Workflow, samples: Sequence[Path], folder: Path) -> None:
    """Infer a tree by all replays that it takes."""
    command = ["infer", *map(str, samples), "--replay", "all", "-o", "tree.bt", "--force", "-s", "DOWNLOAD_DELAY=0"]
    (folder / "tree.bt").unlink(missing_ok=True)
    (folder / "records.jsonl").unlink(missing_ok=True)
    started = time.monotonic()
    outcome.log, outcome.has_end = _scrapy([*command, *workflow.options], folder)
    outcome.seconds = time.monotonic() - started
    if (folder / "tree.bt").exists():
        outcome.facts = json.loads((folder / "tree.inference.json").read_text("utf-8"))
        outcome.tree = (folder / "tree.bt").read_text("utf-8")


def crawl(outcome: Outcome, workflow: Workflow, app: Application, folder: Path) -> None:
    """Run the tree with the third input, in a session of its own."""
    arguments = {}
    for argument in outcome.facts["arguments"]:
        if argument["secret"]:
            arguments[argument["name"]] = app.secret
    for name, text in workflow.other.items():
        # What a page calls “Lamps” may be `lamps` in its address.
        recorded = {own for given in workflow.inputs for own in typed(_plain(given[name]).casefold())}
        examples = {each["name"]: _plain(each.get("example")).casefold() for each in outcome.facts["arguments"]}
        labels = _labels(folder)
        found = [name for name, example in examples.items() if {*called(example), labels.get(example)} & recorded]
        arguments |= dict.fromkeys(found, text)
        outcome.lacking += [] if found else [name]
    given = [word for name, value in arguments.items() for word in ("-a", f"{name}={value}")]
    limits = ["-s", f"CLOSESPIDER_PAGECOUNT={MOST_PAGES}"]
    log, has_end = _scrapy(["run", "tree.bt", *given, "-O", "records.jsonl", *limits], folder)
    outcome.log += log
    outcome.has_end = outcome.has_end and has_end and "closespider_pagecount" not in log
    outcome.expected = [tuple(map(_plain, row)) for row in workflow.records(app, **workflow.other)]
    path = folder / "records.jsonl"
    match(outcome, map(json.loads, path.read_text("utf-8").splitlines() if path.exists() else ()))


def called(example: str) -> tuple[str, ...]:
    """What an argument may be for: its example, or the last part of a path, as of a folder that a page calls by it."""
    return (example,) if "://" in example else (example, example.rpartition("/")[2])


def typed(text: str) -> tuple[str, str]:
    """What was typed, and that without the signs around it: a tree that writes a star itself may be given `lamp*`."""
    return text, re.sub(r"^\W+|\W+$", "", text)


def _labels(folder: Path) -> dict[str, str]:
    """By what was sent for an entry of a list of choices, what it was called when it was recorded."""
    lines = [line for path in folder.glob("*/events.jsonl") for line in path.read_text("utf-8").splitlines()]
    events = [event for event in map(json.loads, lines) if (event.get("element") or {}).get("tag") == "select"]
    return {
        _plain(event.get("value")).casefold(): _plain(event["element"].get("text", "")).casefold() for event in events
    }


def match(outcome: Outcome, records: Iterable[Mapping[str, Any]]) -> None:
    """Say which rows of the truth the records hold: each record one."""
    outcome.right, outcome.wrong = [], []
    left = list(outcome.expected)
    for record in records:
        values = set(_texts(record))
        row = next((row for row in left if values.issuperset(row)), None)
        if row is None:
            outcome.wrong.append(record)
        else:
            left.remove(row)
            outcome.right.append(row)


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        for inner in value:
            yield from _texts(inner)
        yield _plain(" ".join(each for each in value if isinstance(each, str)))
    elif value is not None:
        yield _plain(value)


def _plain(value: Any) -> str:
    return " ".join(str(value).split())


def _scrapy(arguments: Sequence[str], folder: Path) -> tuple[str, bool]:
    """What a command said, and whether it ended by itself."""
    command = [sys.executable, "-m", "scrapy", "bt", *arguments]
    with (folder / f"{arguments[0]}.log").open("w+") as log:
        process = subprocess.Popen(
            command, cwd=folder, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True
        )
        try:
            process.wait(SECONDS)
            has_end = True
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            has_end = False
        log.seek(0)
        return log.read(), has_end
