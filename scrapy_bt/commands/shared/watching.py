"""Tells how an inference gets on, and what came of it."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from ...core.documents.controls import shown
from ...core.inference.explanation.report import report_of
from ...core.inference.growth import Grown
from ...core.inference.inference import Inference
from ...core.inference.stepnames import numbered
from ...core.samples.redaction import replacer
from ...crawl.display.terminal import behind
from ...sentences import counted

if TYPE_CHECKING:
    from typing_extensions import Self

_LONGEST, _WIDEST = 40, 160
"""Letters of a value, and of a record, that are shown."""


class ProgressWatcher:
    """Tells the round, the facts and the replays left: on a terminal in one line that is rewritten."""

    def __init__(self, inference: Inference, *, quiet: bool = False, stream: TextIO | None = None) -> None:
        self._inference, self._quiet = inference, quiet
        self._stream = stream or sys.stderr
        self._is_terminal = self._stream.isatty()
        self._shown = ""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._shown and self._is_terminal:
            self._stream.write("\n")

    def show(self) -> None:
        """Tell how far it is, if that has changed."""
        progress = self._inference.progress
        line = (
            f"round {progress.round}: {counted(progress.facts, 'fact')}, {progress.verified} verified, "
            f"{progress.refuted} refuted; {counted(progress.replays, 'replay')}, {progress.left} left: {progress.doing}"
        )
        if not self._quiet and line != self._shown:
            self.note(line)
            self._shown = line

    def note(self, line: str) -> None:
        """Tell what happens meanwhile."""
        if self._quiet:
            return
        if self._is_terminal:
            self._shown = line
        behind(self._stream).write(f"\r\x1b[K{shown(line)[:120]}" if self._is_terminal else f"{shown(line)}\n")
        self._stream.flush()


def tell(inference: Inference, grown: Grown, tree: Path | None) -> None:
    """Print the summary: what was kept, where each value is from, what is not proven, and what to do next."""
    summary, data = inference.summary, report_of(inference)
    out = sys.stderr
    out.write(
        f"requests: {summary.requests} recorded in {counted(len(inference.board.recordings), 'recording')}, "
        f"{counted(summary.steps, 'step')} without noise, {summary.kept_steps} kept\n"
        f"parameters: {summary.parameters} recorded, {summary.kept_parameters} kept\n"
        f"replays: {summary.replays}\n"
        f"target: {data['goal']}\n"
    )
    for step in data["path"]:
        out.write(f"step {step['step']}: {step['request']}: {step['why']}{_mark(step)}\n")
        for parameter in step["parameters"]:
            if not parameter["key"].startswith("path") or parameter["value"] != "as recorded":
                out.write(f"  {parameter['key']}: {parameter['value']}{_mark(parameter)}\n")
        if numbered(step["step"]) in grown.series:
            out.write(f"  pages: {grown.series[numbered(step['step'])]}\n")
    _tell_proof(inference, data["unproven"])
    if tree is not None:
        _tell_next(inference, grown, tree)


def _tell_proof(inference: Inference, unproven: Iterable[str]) -> None:
    """What is proven, beside what the pages hold; and what the recordings do not show."""
    out, summary = sys.stderr, inference.summary
    out.write("proven\n" if summary.is_proven else "not proven\n")
    hide = replacer({value: "*" * len(value) for value in inference.secrets})
    reasons = [hide(reason) for reason in unproven]
    out.writelines(f"  {reason}\n" for reason in reasons)
    if reasons and len(recordings := inference.board.recordings) > 1:
        names = (f"recording {number} is {shown(each.name)}" for number, each in enumerate(recordings, 1))
        out.write(f"  ({', '.join(names)})\n")
    if inference.brought:
        out.write("the first records:\n")
    for record, recorded in inference.brought:
        out.write(f"  {shown(hide(_in_line(record)))}\n")
        if recorded:
            out.write(f"    on the page: {shown(hide(recorded))[:_WIDEST]}\n")
    if inference.left_out:
        texts = ", ".join(f"“{text[:_LONGEST]}”" for text in inference.left_out)
        out.write(f"on the pages and in no field: {shown(hide(texts))}\n")
    if summary.goes_on:
        out.write("the list goes on: nobody turned to its next page; record that, too, for the records of all pages\n")
    if summary.is_of_one_input:
        is_alone = len(inference.board.recordings) == 1
        whose = "there is one recording" if is_alone else "all recordings were given the same"
        out.write(
            f"{whose}, so what was chosen looks like a constant; "
            "record once more with other input, to have an argument for that\n"
        )


def _tell_next(inference: Inference, grown: Grown, tree: Path) -> None:
    out = sys.stderr
    needed = "".join(f" -a {name}=…" for name in grown.needed)
    out.write(f"written: {tree}\nwhy it is so: scrapy bt explain {tree}\n")
    if grown.stubs:
        out.write(f"{counted(len(grown.stubs), 'value')} to be made by code: scrapy bt generate {tree}\n")
    out.write(f"try it: scrapy bt run {tree}{needed}\n")
    if inference.goal.in_browser:
        out.write("its pages are loaded in a browser, which the settings have to name: docs, “Visits in a browser”\n")


def _in_line(record: Mapping[str, Any]) -> str:
    """A record for people: each field with the beginning of what it holds."""
    texts = {name: ", ".join(map(str, value)) if isinstance(value, list) else value for name, value in record.items()}
    short = (
        f"{name}: {' '.join(str(text).split())[:_LONGEST].rstrip()}" for name, text in texts.items() if text is not None
    )
    return " · ".join(short)[:_WIDEST]


def _mark(part: Mapping[str, Any]) -> str:
    """What is said behind a step or a parameter that no replay bears out."""
    return "" if part["proven"] or part["replays"] else " (not proven)"
