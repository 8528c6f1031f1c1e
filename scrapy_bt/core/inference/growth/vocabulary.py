"""What a growing tree has given names to, and what is said about its parts."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from urllib.parse import urlsplit

from ....sentences import counted
from ...language.printer import Comment
from ...samples.parameters import Key
from ...tree import nodes as bt
from ..answers.values import Argument, arguments_in
from ..conclusion import Conclusion, Evidence, Given
from ..findings import NeedsPerson, Weight
from ..plans.plan import PlannedStep
from ..stepnames import name_step, with_step_names
from .givennames import GivenNames
from .naming import noun_of, word

MENTION = "\0"
"""In comments, before and behind the name of a node, which may change."""


class Vocabulary:
    """Names of nodes and of variables, the arguments of `main`, and comments."""

    def __init__(self, conclusion: Conclusion, steps: Iterable[PlannedStep]) -> None:
        self.conclusion = conclusion
        self.nodes, self.variables = GivenNames(), GivenNames()
        self.comments: list[Comment] = []
        self.sites: dict[str, str] = {}
        """By `https://host`, the parameter of `main` that holds it."""
        self.arguments: dict[str, Given] = {}
        """By the parameter's name."""
        self.visits: dict[int, str] = {}
        """By step, its visit's name, once it has one."""
        self._parameters: dict[str, str] = {}
        self.nouns = {step.step: noun_of(step, conclusion.answers.get(step.step)) for step in steps}
        for step in steps:
            self._name_site(step.sent.url)
        self._name_arguments(steps)

    def argument(self, given: Given) -> str:
        """The parameter of an argument."""
        if given.name not in self._parameters:
            name = self._parameters[given.name] = self.variables.give(word(given.name) or "argument")
            self.arguments[name] = given
        return self._parameters[given.name]

    @cached_property
    def most_pages(self) -> str:
        """The parameter that says how many pages of a series are visited at most."""
        return self.variables.give("most_pages")

    def node(self, wanted: str, step: int) -> str:
        """A name for a node that serves a step, or reads its page; where the plain one is taken, it tells the step."""
        return self.nodes.give(wanted, self.of_step(wanted, step))

    def variable(self, wanted: str, step: int) -> str:
        """A name for a variable that holds a value of a step; where the plain one is taken, it tells the step."""
        return self.variables.give(wanted, self.of_step(wanted, step))

    def of_step(self, wanted: str, step: int) -> str:
        """What something of a step is called: the step before it."""
        noun = self.nouns.get(step, "")
        return wanted if not noun or f"{wanted}_".startswith(f"{noun}_") else f"{noun}_{wanted}"

    def site(self, url: str) -> str | None:
        """The parameter that holds the beginning of *url*."""
        return self.sites.get(origin_of(url))

    def say(self, node: bt.Node, text: str, *, above: bool = False) -> None:
        """Comment on a node; an empty text says nothing."""
        if text:
            self.comments.append(Comment(node, text, above))

    def evidence(self, step: int, key: Key | None) -> str:
        """Why a parameter (None for a step) is as it is, and what bears that out; empty if nothing is known."""
        evidence = self.conclusion.evidence.get((step, key))
        if evidence is None:
            return ""
        return self._borne_out(step, key, evidence)

    def _borne_out(self, step: int, key: Key | None, evidence: Evidence) -> str:
        text = with_step_names(evidence.text, self._mention)
        planned = self.conclusion.step(step)
        is_given = key is not None and planned is not None and isinstance(planned.bound.get(key), Argument)
        if evidence.replays:
            return f"{text}; {borne_out(evidence.replays, is_proven=evidence.is_proven)}"
        is_plain = evidence.is_proven or is_given or not self.conclusion.replays
        return text if is_plain else f"{text}; not proven"

    def _mention(self, step: int) -> str:
        name = self.visits.get(step)
        return name_step(step) if name is None else f"{MENTION}{name}{MENTION}"

    def seconds(self, step: int) -> float | None:
        """How long a step took; None if not known."""
        return next((weight.seconds for weight in self.conclusion.of(Weight) if weight.step == step), None)

    def weight(self, step: int) -> str:
        """The same for people, as `0.31 s`; empty if not known."""
        seconds = self.seconds(step)
        return f"{seconds:.2g} s" if seconds else ""

    def _name_arguments(self, steps: Iterable[PlannedStep]) -> None:
        known = {given.name: given for given in self.conclusion.arguments}
        same: dict[tuple[str, str, str], str] = {}
        """By where it is sent, under which name and with which example, the parameter: one value is given once."""
        persons = {(need.step, need.key) for need in self.conclusion.of(NeedsPerson)}
        for step in steps:
            for key, value in step.bound.items():
                # What a person gives meanwhile is no parameter.
                for argument in () if (step.step, key) in persons else arguments_in(value):
                    given = known.get(argument.name) or Given(argument.name, is_secret=argument.is_secret)
                    if given.example is not None and given.name not in self._parameters:
                        alike = same.get((key.where, key.name, given.example))
                        if alike is not None:
                            self._parameters[given.name] = alike
                            continue
                        same[key.where, key.name, given.example] = self.argument(given)
                    self.argument(given)

    def _name_site(self, url: str) -> None:
        origin = origin_of(url)
        if origin in self.sites:
            return
        host = urlsplit(origin).hostname or ""
        labels = [label for label in host.split(".") if label != "www" and not label.isdecimal()]
        wanted = "site" if not self.sites else f"{word(labels[0]) if labels else 'other'}_site"
        self.sites[origin] = self.variables.give(wanted)


def borne_out(replays: int, *, is_proven: bool) -> str:
    """What so many right replays show: of a tree that is not proven, that it reaches the target, and no more.

    A part of a proven tree that none of them left out is there with all others.
    """
    if not replays:
        return "not tried without it" if is_proven else "not proven"
    return f"{'proven by' if is_proven else 'right in'} {counted(replays, 'replay')}"


def origin_of(url: str) -> str:
    """`https://host:port` of a URL."""
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}"
