"""A document made ready to run: steps by stable position, and what the whole of it needs to know."""

from __future__ import annotations

import hashlib
import posixpath
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from ...errors import ArgumentsError, TaskError
from ...sentences import say
from . import operations as op
from .compiler import compile_document
from .expressions import compile_expression
from .inputs import SourcePlan
from .liveness import find_live
from .nodes import Document, Tree
from .numberarguments import find_unfit
from .operations import Operation
from .references import EVERY
from .task import Frame, Task
from .values import UnfitValueError, storable

MAIN = "main"


class Program:
    """The compiled trees of one file; *name* is the crawl's, *text* the file's, *rules* the texts of rules by file."""

    def __init__(
        self, document: Document, *, name: str = MAIN, text: str = "", rules: Mapping[str, str] | None = None
    ) -> None:
        self.document = document
        self.name = name
        self.text = text
        self.rules: Mapping[str, str] = dict(rules or {})
        """What its `rules` sources need, by the file as the sources name it; it travels with the tree."""
        self.includes: Mapping[str, str] = dict(document.included)
        """What it includes, by the file; it travels with the tree, too."""
        whole = "\0".join((text, *(other for _, other in sorted(document.included))))
        self.digest = hashlib.blake2b(whole.encode(), digest_size=8).hexdigest()
        code, self.routines = compile_document(document)
        find_live(code, self.routines)
        self.operations: Sequence[Operation] = code.operations
        self.by_id: Mapping[int, Operation] = code.by_id
        self.by_path: Mapping[str, Operation] = code.by_path
        self._paths: dict[tuple[int, ...], str] = {}

    @property
    def main(self) -> Tree:
        """The tree that a crawl starts."""
        return self.routines[MAIN].tree

    def owner_of(self, node: str) -> str:
        """Whose value that of a shared node is, as the beginning of its keys: the crawl's, or an included file's."""
        shared = self.document.shared.get(node)
        return (shared.owner if shared is not None else "") or self.name

    @cached_property
    def owners(self) -> dict[str, str]:
        """By the included files that own shared values, what tells each from another file of its name."""
        owners = {shared.owner for shared in self.document.shared.values()} - {""}
        texts = {posixpath.splitext(posixpath.basename(path))[0]: text for path, text in self.includes.items()}
        return {
            name: hashlib.blake2b(text.encode(), digest_size=8).hexdigest()
            for name, text in texts.items()
            if name in owners
        }

    @property
    def entry(self) -> Operation:
        """The first step of `main`."""
        return self.routines[MAIN].entry

    @cached_property
    def has_limits(self) -> bool:
        """Some part of it may only take so long."""
        return any(isinstance(step, op.StartLimit) for step in self.operations)

    @cached_property
    def limits(self) -> dict[str, int]:
        """Places of each competing resource."""
        return {
            name: 1 if competing.limit is None else competing.limit
            for name, competing in self.document.competing.items()
        }

    @cached_property
    def keys(self) -> dict[str, tuple[str, ...]]:
        """By shared node: the variables for whose values it is made anew, its parameters first; `*`: every one."""
        return {
            step.name: (*(plan.name for plan in step.parameters), *sorted(step.reads))
            for step in self.operations
            if isinstance(step, op.AskShared)
        }

    @cached_property
    def page_readers(self) -> dict[str, SourcePlan | op.EmitRecords]:
        """How to take the page values of the names that start with `@`."""
        readers: dict[str, SourcePlan | op.EmitRecords] = {}
        for step in self.operations:
            if isinstance(step, op.Extract):
                readers[step.source.key] = step.source
                readers.update((plan.key, plan) for plan in step.parts)
            elif isinstance(step, op.EmitRecords):
                readers[f"@{step.item.name}"] = step
            elif isinstance(step, op.FetchPage):
                readers.update((plan.key, plan) for plan in step.request.sources)
        return readers

    @cached_property
    def _owners(self) -> dict[int, str]:
        return {step.id: step.path.split("/", 1)[0] for step in self.operations}

    def operation(self, position: int) -> Operation:
        """The step at a stored position; raises `TaskError` when the file no longer has it."""
        try:
            return self.by_id[position]
        except KeyError:
            raise TaskError(
                say("its position is no longer in the file, which has changed since it was stored")
            ) from None

    def arguments(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """The variables that a crawl starts with; raises `ArgumentsError` naming what is missing, unknown or unfit."""
        parameters = {parameter.name: parameter for parameter in self.main.parameters}
        known = ", ".join(parameters) or "none"
        unknown = [name for name in given if name not in parameters]
        missing = [name for name, parameter in parameters.items() if name not in given and parameter.default is None]
        problems = []
        if unknown:
            what = "argument" if len(unknown) == 1 else "arguments"
            problems.append(f"{self.name} has no {what} {_list(unknown)} (it takes: {known})")
        if missing:
            options = " ".join(f"-a {name}=…" for name in missing)
            problems.append(f"{self.name} needs {_list(missing)}: {options}")
        problems += find_unfit(self.main, given)
        if problems:
            raise ArgumentsError("; ".join(problems))
        frame = Frame(0, {name: storable(value) for name, value in given.items()})
        for name, parameter in parameters.items():
            if name not in frame.variables and parameter.default is not None:
                try:
                    frame.variables[name] = compile_expression(parameter.default)(frame, 0.0)
                except UnfitValueError as fault:
                    raise ArgumentsError(
                        say("the default of {}'s argument '{}' has no value: {}", self.name, name, fault)
                    ) from None
        return frame.variables

    def initial(self, arguments: Mapping[str, Any]) -> Task:
        """A task before its first step."""
        live = self.entry.live
        variables = self.arguments(arguments)
        if EVERY not in live:
            variables = {name: value for name, value in variables.items() if name in live}
        return Task([Frame(self.entry.id, variables)])

    # Places in the ranking

    def stack_of(self, task: Task) -> tuple[int, ...]:
        """The positions from the root to where the task stands, with recursion folded."""
        if len(task.frames) == 1 and not task.ancestry:
            return (task.frames[0].position,)
        return self.fold((*task.ancestry, *(frame.position for frame in task.frames)))

    def fold(self, positions: Sequence[int]) -> tuple[int, ...]:
        """Cut a stack back to where a tree first occurs when it occurs again, so that stacks stay bounded.

        Calls that a changed file no longer has are left out: they only said where a branch came from.
        """
        folded: list[int] = []
        owners: list[str] = []
        for position in positions:
            owner = self._owners.get(position)
            if owner is None:
                continue
            if owner in owners:
                first = owners.index(owner)
                del folded[first:], owners[first:]
            folded.append(position)
            owners.append(owner)
        return tuple(folded)

    def path_of(self, stack: tuple[int, ...]) -> str:
        """The path of a folded stack: `main/while/detail/about`; a tree that a tail call put in is named too."""
        path = self._paths.get(stack)
        if path is None:
            path, called = "", ""
            for position in stack:
                step = self.operation(position)
                owner, _, rest = step.path.partition("/")
                path += f"/{rest}" if owner == called else f"/{step.path}"
                called = step.routine if isinstance(step, op.Enter) else ""
            path = self._paths[stack] = path[1:]
        return path

    def resolve(self, path: str) -> tuple[Operation, ...] | None:
        """The steps that a path names, from the outermost call on; none when the file has no such path."""
        if path in self.by_path:
            return (self.by_path[path],)
        end = path.rfind("/")
        while end > 0:
            step = self.by_path.get(path[:end])
            if isinstance(step, op.Enter):
                rest = self.resolve(step.routine + path[end:]) or self.resolve(path[end + 1 :])
                if rest is not None:
                    return (step, *rest)
            end = path.rfind("/", 0, end)
        return None


def _list(names: Sequence[str]) -> str:
    quoted = [f"'{name}'" for name in names]
    return quoted[0] if len(quoted) == 1 else f"{', '.join(quoted[:-1])} and {quoted[-1]}"
