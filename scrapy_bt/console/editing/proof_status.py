"""Which statements of an inferred tree are proven, edited since, or not proven, and on what evidence."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Any, Literal

from ...core.tree.nodes import Call, Item, Node, Source, Visit, walk
from ...sentences import say
from .outline import OutlineRow, tree_rows

ProofStatus = Literal["proven", "edited since", "not proven"]
_MOST = 12
"""Reasons of one statement."""


@dataclass(frozen=True)
class Reason:
    """Evidence of a statement: a step of the path, a parameter of one, or a fact; *text* empty: the tree as a whole."""

    text: str
    is_proven: bool
    step: int | None = None
    fact: int | None = None


@dataclass(frozen=True)
class Statement:
    """A row of the outline."""

    path: str
    level: int
    line: int
    text: str
    status: ProofStatus
    reasons: tuple[Reason, ...]


@dataclass(frozen=True)
class TreeProof:
    """*removed*: what was inferred and is there no more."""

    statements: tuple[Statement, ...]
    removed: tuple[str, ...]


def proof_of(text: str, inferred: str, report: Mapping[str, Any]) -> TreeProof:
    """The statements of a tree's text, compared with what was *inferred*; of a file with faults what can be read."""
    rows, before = list(tree_rows(text)), list(tree_rows(inferred))
    kept, removed = _compare(_lines(before), _lines(rows))
    evidence = _Evidence(report)
    found = []
    for place, (row, node, line) in enumerate(rows):
        reasons = tuple(evidence.of(node))
        is_proven = all(reason.is_proven for reason in reasons)
        status: ProofStatus = "edited since" if place not in kept else "proven" if is_proven else "not proven"
        line_number = node.place.line if node.place else 0
        found.append(Statement(row.path, row.level, line_number, line, status, reasons[:_MOST]))
    return TreeProof(tuple(found), tuple(removed))


def _lines(rows: Sequence[tuple[OutlineRow, Node, str]]) -> dict[str, list[tuple[int, int, str]]]:
    """By the declaration or tree that they are in: place, level and text; the order of declarations says nothing."""
    found: dict[str, list[tuple[int, int, str]]] = defaultdict(list)
    owner = ""
    for place, (row, node, line) in enumerate(rows):
        if row.level == 1:
            owner = str(getattr(node, "name", "")) or line
        found[owner].append((place, row.level, line))
    return found


def _compare(
    before: Mapping[str, Sequence[tuple[int, int, str]]], now: Mapping[str, Sequence[tuple[int, int, str]]]
) -> tuple[set[int], list[str]]:
    """The places of what is as it was, and what is gone."""
    kept: set[int] = set()
    gone: list[str] = []
    for owner in {**before, **now}:
        old, new = before.get(owner, ()), now.get(owner, ())
        blocks = SequenceMatcher(None, [each[1:] for each in old], [each[1:] for each in new], autojunk=False)
        matched: set[int] = set()
        for block in blocks.get_matching_blocks():
            matched |= set(range(block.a, block.a + block.size))
            kept |= {new[number][0] for number in range(block.b, block.b + block.size)}
        gone += [line for number, (_, _, line) in enumerate(old) if number not in matched]
    return kept, gone


class _Evidence:
    """What a report knows of nodes."""

    def __init__(self, report: Mapping[str, Any]) -> None:
        self._steps = {step["visit"]: step for step in report["path"] if step["visit"]}
        self._parameters = [(step["step"], each) for step in report["path"] for each in step["parameters"]]
        kept = {step["step"] for step in report["path"]}
        self._records = [fact for fact in report["facts"] if fact["kind"] == "Records" and fact["step"] in kept]
        self._is_proven = bool(report["proven"])

    def of(self, node: Node) -> Iterator[Reason]:
        """What bears a statement out; where nothing does by itself, whether the tree as a whole is proven."""
        found = [*self._own(node)]
        yield from found or [Reason("", self._is_proven)]

    def _own(self, node: Node) -> Iterator[Reason]:
        name = node.name if isinstance(node, Visit) else node.node if isinstance(node, Call) else ""
        step = self._steps.get(name)
        if step is not None:
            yield Reason(step["why"], step["proven"], step["step"])
            if isinstance(node, Visit) or "/" in name:  # a visit that stands in its place
                yield from (_reason(step["step"], each) for each in step["parameters"])
        elif isinstance(node, Item):
            yield from (Reason(fact["text"], self._is_proven, fact=fact["id"]) for fact in self._records)
        elif not hasattr(node, "body"):
            sources = {
                f"{each.how} `{each.texts[0]}`" for each in walk(node) if isinstance(each, Source) and each.texts
            }
            for step_number, each in self._parameters:
                if any(source in each["value"] for source in sources):
                    yield _reason(step_number, each)


def _reason(step: int, parameter: Mapping[str, Any]) -> Reason:
    text = say("{}: {}, {}", parameter["key"], parameter["value"], parameter["why"])
    return Reason(text, parameter["proven"], step)
