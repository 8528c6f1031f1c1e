"""The arguments of a crawl, which are those of a tree's `main`, or of each task in a file of JSON lines."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from ..core.documents.json import read_json
from ..core.tree.program import Program
from ..errors import ArgumentsError
from ..sentences import say

_TAKEN = frozenset({"self", "cls", "crawler", "crawler_or_spidercls"})
"""Parameters of Scrapy's functions through which an argument comes to a spider."""


def for_main(arguments: Mapping[str, Any]) -> dict[str, Any]:
    """All but what scrapyd gives to every spider: the number of its job."""
    return {name: value for name, value in arguments.items() if name != "_job"}


def takes(program: Program, argument: str) -> bool:
    """Whether the tree's `main` has a parameter of this name."""
    return any(parameter.name == argument for parameter in program.main.parameters)


def starts(program: Program, arguments: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """The arguments of each task that the crawl starts with.

    Raises `ArgumentsError` for one that is missing or unknown, and for a file of tasks that cannot be read.
    """
    if "tasks" not in arguments or takes(program, "tasks"):
        program.arguments(arguments)
        yield dict(arguments)
        return
    common = {name: value for name, value in arguments.items() if name != "tasks"}
    yield from _read_tasks(program, Path(arguments["tasks"]), common)


def check_common(program: Program, arguments: Mapping[str, Any]) -> None:
    """Raise `ArgumentsError` for an unknown argument, where those of each task come later, in a message."""
    if "tasks" in arguments:
        raise ArgumentsError(say("BT_START_MESSAGES and the argument 'tasks' contradict each other: keep one of them"))
    values = {parameter.name: "" for parameter in program.main.parameters if parameter.default is None}
    program.arguments({**values, **arguments})


def refuse_taken(arguments: Mapping[str, Any]) -> None:
    """Raise `ArgumentsError` for an argument that Scrapy would not hand on to a spider."""
    if taken := _TAKEN.intersection(arguments):
        raise ArgumentsError(
            say(
                "Scrapy hands no argument called '{}' on, a name that its own functions use: rename it in the tree's"
                " `main`, or give it in a file of tasks (-a tasks=FILE)",
                min(taken),
            )
        )


def _read_tasks(program: Program, path: Path, common: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    try:
        with path.open(encoding="utf-8-sig") as lines:
            count = 0
            for number, line in enumerate(lines, 1):
                if line.strip():
                    yield _read_task(program, f"{path}:{number}", line, common)
                    count += 1
    except (OSError, UnicodeDecodeError) as error:
        raise ArgumentsError(say("the tasks of {} cannot be read: {}", path, error)) from None
    if not count:
        raise ArgumentsError(say("{} has no tasks: write one object of arguments on each line", path))


def _read_task(program: Program, place: str, line: str, common: Mapping[str, Any]) -> dict[str, Any]:
    try:
        given = read_json(line, largest=None)
    except ValueError as error:
        raise ArgumentsError(say("{}: no JSON: {}", place, error)) from None
    if not isinstance(given, dict):
        raise ArgumentsError(
            say('{}: a task is an object of arguments, {{"name": value}}, not {}', place, line.strip()[:60])
        )
    arguments = {**common, **given}
    try:
        program.arguments(arguments)
    except ArgumentsError as error:
        raise ArgumentsError(say("{}: {}", place, error)) from None
    return arguments
