"""`scrapy bt rules try`: what each tag of a rule takes from a page, and how it comes to it."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from time import perf_counter
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.table import Table
from rich.text import Text
from scrapy.exceptions import UsageError
from scrapy.settings import Settings

from ...core.regex.deadlines import Timeout
from ...core.rules.groups import GroupRow
from ...core.rules.locate import PieceSpan
from ...core.rules.results import MOST_SHOWN
from ...core.rules.rule import Layer, Rule
from ...core.rules.trials import GroupTrial, LayerTrial, StepChange, TagTrial, likeliest_layer, try_layer
from ...crawl.project.rulefiles import load_rule
from ...operations.trials.columns import is_number, losses, typed
from ...operations.trials.lines import LineColumns
from ...operations.trials.pages import TrialPage, read_page_at
from ...operations.trials.records import layer_record
from ...sentences import counted
from ...settings import BTSettings
from ..shared.rule_files import find_rule
from ..shared.screen import Screen, visible

_LONGEST = 110
_PLACES = 4


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("page", metavar="PAGE", help="a file, or a URL")
    parser.add_argument("rule", metavar="RULE", help="a rule file, or the name of one in the project's rules/")
    parser.add_argument("--layer", default="", metavar="NAME", help="what the page is; default: what fits it best")
    parser.add_argument("--tag", default="", metavar="NAME", help="only this one, with its parents and children")
    parser.add_argument("--most", type=int, default=5, metavar="N", help="show at most N values of a tag (default: 5)")
    parser.add_argument("--url", default="", help="where a file was found, for its links")
    parser.add_argument("--json", action="store_true", help="print everything as JSON")


def run(options: argparse.Namespace, settings: Settings) -> int:
    """Show it; return 1 if a tag took nothing or a group has a problem."""
    file = find_rule(options.rule, settings)
    rule = load_rule(file)
    if options.most < 0:
        raise UsageError("--most is at least 0")
    page = read_page_at(options.page, settings, encoding=rule.encoding, url=options.url)
    timeout = Timeout(BTSettings.read(settings).regex_seconds or 1.0, perf_counter)
    layer = _chosen(rule, options, page, timeout)
    trial = try_layer(rule, layer, page.text, page.url, base_url=page.base_url, tag=options.tag, timeout=timeout)
    if options.json:
        print(json.dumps(_record(file, rule, page, trial), ensure_ascii=False, indent=2))
    else:
        _TrialReport(page, options.most).show(file, rule, trial)
    is_well = all(map(_is_well, trial.tags)) and not any(group.problems for group in trial.groups if not group.rows)
    return 0 if is_well else 1


def _chosen(rule: Rule, options: argparse.Namespace, page: TrialPage, timeout: Timeout) -> Layer:
    """The layer that is asked for, else the one with the tag, else what fits the page."""
    names = ", ".join(layer.name for layer in rule.layers)
    if options.layer:
        layers = [layer for layer in rule.layers if layer.name == options.layer]
        if not layers:
            raise UsageError(f"the rule has no layer {options.layer}; there are: {names}")
    else:
        layers = list(rule.layers)
    if options.tag:
        tags = ", ".join(dict.fromkeys(tag.name for layer in layers for tag in layer.tags))
        layers = [layer for layer in layers if any(tag.name == options.tag for tag in layer.tags)]
        if not layers:
            where = f"the layer {options.layer}" if options.layer else "the rule"
            raise UsageError(f"{where} has no tag {options.tag}; there are: {tags or 'none'}")
    if len(layers) == 1:
        return layers[0]
    chosen = likeliest_layer(rule, page.text, page.url, timeout=timeout)
    return chosen if chosen in layers else layers[0]


def _is_well(trial: TagTrial) -> bool:
    return not trial.problem and all(map(_is_well, trial.children))


def _record(file: Path, rule: Rule, page: TrialPage, trial: LayerTrial) -> dict[str, Any]:
    return {
        "rule": rule.name,
        "file": str(file),
        "page": {"url": page.url, "encoding": page.decoded.encoding, "source": page.decoded.source},
        **layer_record(trial, page.url, LineColumns(page.text)),
    }


class _TrialReport:
    """Prints for people."""

    def __init__(self, page: TrialPage, most: int) -> None:
        self._page, self._most = page, most
        self._lines = LineColumns(page.text)
        self._screen = Screen()

    def show(self, file: Path, rule: Rule, trial: LayerTrial) -> None:
        """Print the trial."""
        self._screen.line((self._page.url, "bold"), f"  {self._page.described}")
        self._screen.line(f"rule {rule.name} ({file}), layer ", (trial.layer.name, "bold"))
        for each in trial.tags:
            self._screen.line()
            self._tag(each, "")
        for group in trial.groups:
            self._screen.line()
            self._group(group)

    def _tag(self, trial: TagTrial, indent: str) -> None:
        tag, taken = trial.tag, len(trial.values)
        where = ""
        if trial.parents >= 0:
            where = f" in {trial.successes} of {counted(trial.parents, 'piece')} of {tag.parent}"
        self._screen.line(
            indent, (tag.name, "bold cyan"), "  ", (_taken(taken), "green" if taken else "bold red"), where
        )
        inner = indent + "  "
        if trial.parents < 0:
            self._code("start", tag.start, str(tag.start_offset) if tag.start_offset else "", trial.starts, inner)
            self._code("end", tag.end, str(tag.end_offset) if tag.end_offset else "", trial.ends, inner)
            if trial.pieces:
                number = counted(len(trial.pieces), "piece")
                self._screen.line(f"{inner}between  ", (number, "green"), f"  {self._between(trial.pieces)}")
        else:
            self._screen.line(f"{inner}start    ", (tag.start or "the beginning", "magenta"))
            self._screen.line(f"{inner}end      ", (tag.end or "the end", "magenta"))
            if trial.changes:
                self._screen.line(f"{inner}between  ", (counted(trial.changes[0].after, "piece"), "green"))
        for change in trial.changes[1:] if trial.changes and trial.changes[0].after else ():
            self._change(change, inner)
        if trial.problem:
            self._screen.line(
                f"{inner}", ("nothing: " if not taken else "careful: ", "bold red"), (trial.problem, "red")
            )
        for value in trial.values[: self._most]:
            self._screen.line(f"{inner}→ ", (_short(value), "cyan"))
        if taken > self._most:
            self._screen.line((f"{inner}… {taken - self._most} more", "dim"))
        for child in trial.children:
            self._tag(child, indent + "    ")

    def _code(self, side: str, code: str, offset: str, matches: Sequence[PieceSpan], indent: str) -> None:
        words = code or ("the beginning" if side == "start" else "the end")
        moved = f" moved {offset}" if offset else ""
        found = ""
        if code:
            number = f"{len(matches)}{' or more' if len(matches) == MOST_SHOWN else ''}"
            found = f"  {number} {'match' if len(matches) == 1 else 'matches'}{self._places(matches)}"
        self._screen.line(f"{indent}{side:<9}", (words, "magenta"), moved, (found, "dim" if matches else "red"))

    def _places(self, spans: Sequence[PieceSpan]) -> str:
        if not spans:
            return ""
        shown = ", ".join(self._lines.shown(span.start) for span in spans[:_PLACES])
        return f" at {shown}{', …' if len(spans) > _PLACES else ''}"

    def _between(self, pieces: Sequence[PieceSpan]) -> str:
        shown = ", ".join(f"{self._lines.shown(start)}-{self._lines.shown(end)}" for start, end in pieces[:_PLACES])
        return f"{shown}{', …' if len(pieces) > _PLACES else ''}"

    def _change(self, change: StepChange, indent: str) -> None:
        is_loss = change.after < change.before
        number = f"{change.before} → {change.after}"
        note = f"  {change.note}" if change.note else ""
        self._screen.line(f"{indent}{change.step:<9}", (number, "yellow" if is_loss else "green"), note)
        if change.example is not None:
            before, after = _marked(*change.example)
            self._screen.line(f"{indent}         ", (before, "dim"), " → ", after)
        if change.dropped is not None:
            self._screen.line(f"{indent}         ", (f"without {_short(change.dropped)}", "dim"))

    def _group(self, trial: GroupTrial) -> None:
        rows = len(trial.rows)
        self._screen.line(
            "group ", (trial.group.name, "bold cyan"), "  ", (counted(rows, "row"), "green" if rows else "yellow")
        )
        if trial.goes_on:
            self._screen.line("  ", (trial.goes_on, "dim"))
        for problem in trial.problems:
            self._screen.line("  ", (problem, "yellow" if rows else "red"))
        for note in losses(trial, self._page.url):
            self._screen.line("  ", (f"careful: {note}", "yellow"))
        if not rows:
            return
        table = Table(box=SIMPLE_HEAD, pad_edge=True)
        for column in trial.group.columns:
            table.add_column(column.name, overflow="ellipsis", max_width=50, no_wrap=True)
        for row in trial.rows[: self._most]:
            table.add_row(*(Text(visible(cell)) for cell in _cells(trial, row)))
        self._screen.show(table)
        if rows > self._most:
            self._screen.line((f"  … {rows - self._most} more", "dim"))


def _cells(trial: GroupTrial, row: GroupRow) -> Iterator[str]:
    for column, value, made in zip(trial.group.columns, row.values, typed(trial, row), strict=True):
        shown = " ".join(value.split())
        if is_number(column, value) and shown != str(made):
            yield f"{_short(shown, 30)} → {'nothing' if made is None else made}"
        else:
            yield shown


def _taken(number: int) -> str:
    return "takes nothing" if not number else f"takes {number}"


def _short(text: str, longest: int = _LONGEST) -> str:
    words = "".join("⏎" if char == "\n" else char for char in text)
    return f"“{words if len(words) <= longest else words[: longest - 1] + '…'}”"


def _marked(before: str, after: str) -> tuple[str, str]:
    """Both, from shortly before where they begin to differ."""
    first = next((at for at, (one, other) in enumerate(zip(before, after, strict=False)) if one != other), 0)
    first = min(first, len(before), len(after))
    at = max(0, first - 15)
    cut = "…" if at else ""
    return f"{cut}{_short(before[at:], 48)}", f"{cut}{_short(after[at:], 48)}"
