"""`scrapy bt dead`: tasks that failed for good."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from scrapy.exceptions import UsageError
from scrapy.settings import Settings

from ..console.sources.running import find_running
from ..core.documents.numbers import read_whole
from ..errors import BTError
from ..operations.dead_letters import DeadLetters, QueueDeadLetters, RunningDeadLetters, all_of, describe, open_job
from ..operations.queues import advise, open_queue
from ..sentences import counted
from .shared.arguments import add_json, add_settings, read_settings, telling
from .shared.tables import TextTable, as_text, seconds

_LONGEST_REASON = 100

_OTHERWISE = "the letters of a crawl with a JOBDIR are shown by --jobdir DIR"

_PAGE = 20
"""Letters that are listed at once."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("action", choices=("list", "show", "requeue", "drop"), help="what to do")
    parser.add_argument(
        "words",
        nargs="*",
        metavar="ID … NAME",
        help="their numbers, and the spider; NAME@PID: its crawl in that process",
    )
    parser.add_argument("--jobdir", type=Path, metavar="DIR", help="a JOBDIR that no crawl has open, instead of a NAME")
    parser.add_argument("--node", metavar="NODE", help="the letters of a node: its name, or a path in the tree")
    parser.add_argument("--all", action="store_true", help="all letters")
    parser.add_argument("--first", type=int, metavar="N", help="list: how many to pass over (0)")
    parser.add_argument("--count", type=int, metavar="N", help="list: how many to show (20)")
    parser.add_argument("--secrets", action="store_true", help="show values of names like password and token, too")
    add_json(parser)
    add_settings(parser)


@telling
def run(options: argparse.Namespace, settings: Settings) -> int:
    """Do it; return 1 if there is no such letter, or no such queue."""
    tasks = _read_words(options)
    with _open(options, settings) as letters:
        if options.action == "list":
            return _list(options, letters)
        if options.action == "show":
            return _show(options, letters, tasks)
        return _treat(options, letters, tasks)


def _read_words(options: argparse.Namespace) -> list[int]:
    """The numbers; the name goes to the options."""
    numbers = {word: read_whole(word) for word in options.words}
    tasks = list(dict.fromkeys(number for number in numbers.values() if number is not None))
    names = [word for word in options.words if numbers[word] is None]
    if len(names) + (options.jobdir is not None) != 1:
        raise UsageError("give the NAME of one spider, or --jobdir DIR")
    options.name = names[0] if names else None
    if options.action == "list" and (tasks or options.all):
        raise UsageError("'list' shows all letters; 'show ID' shows one")
    if options.action == "show" and (not tasks or options.node or options.all):
        raise UsageError("'show' takes the ID of a letter, or several")
    if options.action in ("requeue", "drop") and bool(tasks) + bool(options.node) + options.all != 1:
        raise UsageError(f"'{options.action}' takes IDs, --node NODE, or --all")
    if options.action != "list" and (options.first is not None or options.count is not None):
        raise UsageError(f"--first and --count are for 'list': '{options.action}' would treat other letters, too")
    options.first = 0 if options.first is None else options.first
    options.count = _PAGE if options.count is None else options.count
    if options.first < 0 or options.count < 1:
        raise UsageError("--first takes a number from 0 on, --count one from 1 on")
    return tasks


@contextmanager
def _open(options: argparse.Namespace, settings: Settings) -> Iterator[DeadLetters]:
    if options.jobdir is not None:
        with open_job(options.jobdir) as letters:
            yield letters
    elif (crawl := find_running(options.name)) is not None:
        with closing(crawl):
            yield RunningDeadLetters(crawl)
    else:
        with open_queue(read_settings(options, settings, options.name), options.name, otherwise=_OTHERWISE) as queue:
            yield QueueDeadLetters(queue)


def _list(options: argparse.Namespace, letters: DeadLetters) -> int:
    first, size = options.first, options.count
    if options.node is None:
        total, page = letters.count(), letters.page(first, size)
    else:
        chosen = _at_node(letters, options.node)
        total, page = len(chosen), chosen[first : first + size]
    told = [describe(letter, secrets=options.secrets) for letter in page]
    if options.json:
        print(json.dumps({"name": letters.name, "total": total, "first": first, "letters": told}, ensure_ascii=False))
        return 0
    if not total:
        print(f"{letters.name}: no dead letters")
        return 0
    rows = [(str(one["id"]), seconds(one["age"]), one["node"], _shorten(one["reason"]), _about(one)) for one in told]
    title = f"{letters.name}: {counted(total, 'dead letter')}"
    if len(told) < total:
        title += f", these are {len(told)} from the {first + 1}. on" if told else f", none from the {first + 1}. on"
    listing = TextTable(title, ("id", "age", "node", "reason", "task"), rows, frozenset(("id", "age")))
    print(as_text([listing] if rows else [TextTable(title)]))
    if first + len(told) < total and told:
        print(f"more: --first {first + len(told)}")
    return 0


def _show(options: argparse.Namespace, letters: DeadLetters, tasks: Sequence[int]) -> int:
    told = [describe(_get(letters, task), secrets=options.secrets) for task in tasks]
    if options.json:
        print(json.dumps({"name": letters.name, "letters": told}, ensure_ascii=False))
        return 0
    for one in told:
        print(f"Dead letter {one['id']} of {letters.name}")
        print(f"  node:    {one['node']} of the tree '{one['tree']}'")
        print(f"  when:    {one['when']}, {seconds(one['age'])} ago")
        print(f"  reason:  {one['reason']}")
        if "url" in one:
            print(f"  url:     {one['url']}")
        for kind in ("request", "variables", "record", "message"):
            for name, value in one.get(kind, {}).items():
                print(f"  {name} = {json.dumps(value, ensure_ascii=False)}")
        if "unreadable" in one:
            print(f"  {one['unreadable']}")
    return 0


def _treat(options: argparse.Namespace, letters: DeadLetters, tasks: Sequence[int]) -> int:
    chosen: list[int] | None = None
    if options.node is not None:
        chosen = [letter.entry.id for letter in _at_node(letters, options.node)]
    elif not options.all:
        chosen = [_get(letters, task).entry.id for task in tasks]
    touched = (letters.requeue if options.action == "requeue" else letters.drop)(chosen)
    if options.json:
        print(json.dumps({"name": letters.name, "action": options.action, "tasks": touched}, ensure_ascii=False))
    else:
        done = "queued again" if options.action == "requeue" else "dropped"
        print(f"{letters.name}: {counted(touched, 'dead letter')} {done}")
    return 0


def _get(letters: DeadLetters, task: int) -> Any:
    letter = letters.get(task)
    if letter is None:
        raise BTError(f"{letters.name} has no dead letter {task}; 'scrapy bt dead list' names them")
    return letter


def _at_node(letters: DeadLetters, node: str) -> list[Any]:
    chosen, others = [], set()
    for letter in all_of(letters):
        path = letter.entry.bucket.node
        last = path.rpartition("/")[2]
        if node in (path, last, last.partition("#")[0]):
            chosen.append(letter)
        else:
            others.add(path if "/" in node else last)
    if not chosen:
        raise BTError(f"{letters.name} has no dead letter at node '{node}'; {advise(node, sorted(others))}")
    return chosen


def _about(told: dict[str, Any]) -> str:
    """What the task is about, in a few words."""
    if "request" in told:
        return str(told["request"]["url"])
    if "url" in told:
        return str(told["url"])
    values = told.get("variables") or told.get("record") or told.get("message", {})
    text = ", ".join(f"{name}={value}" for name, value in values.items())
    return _shorten(text)


def _shorten(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _LONGEST_REASON else f"{line[: _LONGEST_REASON - 1]}…"
