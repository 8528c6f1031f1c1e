"""Tests of trees that read like the conversation between a crawl and a site.

    Playbook(text, user="me") << visit("login_page") >> page("<form>…") << visit("login", form={…}) >> status(200) << …

`<<` expects what the crawl does next, `>>` is what happens to it. Each playbook is run twice: once as it is, and once
with every task stored and restored whenever it waits; both runs have to do the same.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ..core.language.checker import check
from ..core.language.parser import parse
from ..core.tree.nodes import Document
from ..core.tree.program import Program
from ..errors import RuleError
from .answers import Happens
from .expectations import Expectation, describe, goes_without_saying
from .stage import Conditions, Happening, Stage, StagedRequest


class Playbook:
    """A crawl of *tree*, a text of the language or a program, with its arguments; each `<<` and `>>` returns it again.

    Branches go on in the order of their start, after the task that started them. An expectation that is not met is an
    `AssertionError` that shows the conversation so far.
    """

    def __init__(self, tree: str | Document | Program, /, **arguments: Any) -> None:
        self.program = _program(tree)
        self._arguments = arguments
        self._conditions = Conditions()
        self._stages: tuple[Stage, Stage] | None = None
        self._read = 0
        self._asked: list[int] = []
        """Numbers of the requests that were expected since the last `>>`."""
        self._lines: list[str] = []

    def under(self, **conditions: Any) -> Playbook:
        """Before the first `<<`: fields of `Conditions` (`now`, `functions`, `shared`) and of `Limits`."""
        assert self._stages is None, "conditions are set before the conversation begins"
        names = vars(self._conditions)
        limits = {name: conditions.pop(name) for name in list(conditions) if name not in names}
        limited = replace(self._conditions.limits, **limits)
        self._conditions = replace(self._conditions, limits=limited, **conditions)
        return self

    def __lshift__(self, expected: Expectation) -> Playbook:
        __tracebackhide__ = True
        plain, _ = self._begun()
        if expected.name == "the end":
            self._expect_nothing(f"<< {expected}")
            if not plain.is_over:
                raise self._failure(f"<< {expected}", ["but some task still waits"])
            return self
        while True:
            differences: list[str] | None = None
            while self._read < len(plain.log):
                happening = plain.log[self._read]
                differences = expected.differences(happening)
                if not differences and differences is not None:
                    self._read += 1
                    self._lines.append(f"<< {expected}")
                    if isinstance(happening.effect, StagedRequest):
                        self._asked.append(happening.effect.number)
                    return self
                if not goes_without_saying(happening):
                    raise self._failure(f"<< {expected}", _was(happening, differences))
                self._read += 1
            if not self._go_on():
                raise self._failure(f"<< {expected}", self._why_nothing_happens())

    def __rshift__(self, happening: Happens) -> Playbook:
        __tracebackhide__ = True
        stages = self._begun()
        self._expect_nothing(f">> {happening}")
        asked = self._asked[0] if self._asked else None
        try:
            for stage in stages:
                happening.happen(stage, asked)
        except LookupError as error:
            raise self._failure(f">> {happening}", [str(error.args[0])]) from None
        self._lines.append(f">> {happening}")
        self._asked = []
        self._compare()
        return self

    def _begun(self) -> tuple[Stage, Stage]:
        if self._stages is None:
            stages = [Stage(self.program, self._conditions, stored=stored) for stored in (False, True)]
            for stage in stages:
                stage.begin(self._arguments)
            self._stages = stages[0], stages[1]
            self._compare()
        return self._stages

    def _go_on(self) -> bool:
        goes = [stage.go_on() for stage in self._begun()]
        self._compare()
        return goes[0]

    def _compare(self) -> None:
        """Both runs do the same."""
        plain, stored = (stage.log for stage in self._begun())
        for index in range(max(len(plain), len(stored))):
            first, second = (repr(log[index]) if index < len(log) else "nothing" for log in (plain, stored))
            if first != second:
                lines = [f"as it is:             {first}", f"stored and restored:  {second}"]
                raise self._failure("the same when tasks are stored and restored", lines)

    def _expect_nothing(self, line: str) -> None:
        __tracebackhide__ = True
        log = self._begun()[0].log
        while self._read < len(log):
            if not goes_without_saying(log[self._read]):
                raise self._failure(line, ["but before that:", *_was(log[self._read], None)[1:]])
            self._read += 1

    def _why_nothing_happens(self) -> list[str]:
        plain = self._begun()[0]
        if plain.flights:
            open_visits = [f"    {flight.sent.node} {flight.sent.url}" for flight in plain.flights]
            return ["but nothing happens until one of these visits is answered:", *open_visits]
        return ["but everything is over" if plain.is_over else "but every task waits: paused, or for another"]

    def _failure(self, line: str, found: list[str]) -> AssertionError:
        told = [f"  {line}" for line in self._lines]
        return AssertionError("\n".join(["the conversation so far:", *told, "expected:", f"  {line}", *found]))


def _was(happening: Happening, differences: list[str] | None) -> list[str]:
    if differences is None:
        name, details = describe(happening)
        return ["but was:", f"  << {Expectation(name, details)}"]
    return ["but there it is another:", *(f"  {difference}" for difference in differences)]


def _program(tree: str | Document | Program) -> Program:
    if isinstance(tree, Program):
        return tree
    if isinstance(tree, Document):
        return Program(tree)
    faults = [fault for fault in check(tree, file="<text>") if not fault.is_warning]
    if faults:
        raise RuleError(faults)
    return Program(parse(tree, file="<text>"), text=tree)
