"""What an inference came to: the best path with its bindings, and for each of them why (recording.md, "Inference")."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ..samples.parameters import Key
from ..samples.traffic import Answer
from .findings import AnyFinding, Finding
from .plans.plan import Plan, PlannedStep


@dataclass(frozen=True)
class Given:
    """An argument of the workflow. *example*: what the person gave first; None if secret, or not known."""

    name: str
    example: str | None = None
    is_secret: bool = False


@dataclass(frozen=True)
class Evidence:
    """Why something is as it is: in a few words, without secrets, such as `from the hidden field csrf_token`."""

    text: str
    replays: int = 0
    """How many replays bear it out; none: no replay does."""
    is_proven: bool = False
    """The tree that it is part of is proven; without replays, it was not tried without this part."""


@dataclass(frozen=True)
class Conclusion:
    """The workflow that was found, ready to be grown into a tree."""

    plan: Plan
    """The best path: its steps in order, each with its best parameters bound; what is left out is left out."""
    findings: tuple[Finding, ...] = ()
    """What holds (nothing refuted) about the steps of the plan: loops, lists, records, what is shared, weights, …"""
    arguments: tuple[Given, ...] = ()
    """Those that the plan uses, in the order of their first use."""
    evidence: Mapping[tuple[int, Key | None], Evidence] = field(default_factory=dict)
    """Of each bound parameter by step and key; with key none: why the step itself is needed."""
    answers: Mapping[int, Answer] = field(default_factory=dict)
    """An answer of each step as recorded, redacted: what names are taken from, and what generated tests read."""
    goal: str = ""
    """What the target is, in a few words for the head of the file."""
    replays: int = 0
    """Sent in all; None if the tree is marked unproven."""
    is_proven: bool = False
    """The verdict on the tree as a whole, without which no evidence counts as proof."""
    unproven: tuple[str, ...] = ()
    """What speaks against it, and what else is to be known of it."""
    most_pages: Mapping[int, int] = field(default_factory=dict)
    """By the step of a series that came to no end: how many pages of it are visited, as many as were recorded."""
    in_browser: frozenset[int] = frozenset()
    """The steps whose pages are visited in a browser, since a script makes them."""
    names: Mapping[str, str] = field(default_factory=dict)
    """By what an argument is called on the blackboard, what it is called here; what is not there is called the same."""

    def of(self, kind: type[AnyFinding]) -> tuple[AnyFinding, ...]:
        """The findings of a kind."""
        return tuple(finding for finding in self.findings if isinstance(finding, kind))

    def step(self, number: int) -> PlannedStep | None:
        """The plan's step of that number; None if it is not on the path."""
        return next((step for step in self.plan.steps if step.step == number), None)
