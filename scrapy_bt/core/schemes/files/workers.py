"""The file `workers.toml` of a project: who works on which lines, and what they begin with."""

from __future__ import annotations

from dataclasses import dataclass

from ....errors import RuleError
from ....sentences import say
from ...documents.fields import text_of
from ...documents.names import NAME
from ...documents.nodes import Mapping, Scalar
from ...documents.report import ShapeReport
from ...documents.shape import FieldShape, RecordShape, TableShape, TextShape
from ...documents.structure import check_structure
from ...documents.toml import compose_toml
from .builder import pairs

WORKERS_FILE = "workers.toml"
"""Its name, beside `scrapy.cfg`."""
MOST_WORKERS = 100
"""Processes of one kind on one machine."""

_SEEDS = RecordShape(
    say("seeds"),
    (
        FieldShape("scheme", TextShape(), say("The scheme, a file beside this one."), is_needed=True),
        FieldShape("tree", TextShape(NAME), say("The tree that its seeds are for; nav, if left out.")),
        FieldShape("values", TableShape(), say("Other values of the scheme.")),
    ),
)
WORKERS = RecordShape(
    say("file of workers"),
    (
        FieldShape("seeds", _SEEDS, say("The seeds to begin with.")),
        FieldShape(
            "workers", TableShape(), say("Numbers of processes by the trees that they work on."), is_needed=True
        ),
    ),
)


@dataclass(frozen=True)
class Workers:
    """Numbers of processes by trees, several trees for a process that works on all of them."""

    workers: tuple[tuple[tuple[str, ...], int], ...]
    scheme: str = ""
    """Empty: none."""
    tree: str = "nav"
    values: tuple[tuple[str, str], ...] = ()


def read_workers_file(text: str, *, file: str) -> Workers:
    """Raises `RuleError` with all faults of the text, each with its place in *file*."""
    report = ShapeReport(text, file, noun=say("file of workers"), sign="=")
    root = compose_toml(report)
    if root is not None:
        check_structure(root, report, WORKERS)
        _check_workers(root, report)
    if report or root is None:
        raise RuleError(report.in_order())
    seeds = root.get("seeds")
    workers = tuple((tuple(name.split()), int(count)) for name, count in pairs(root, "workers"))
    if not isinstance(seeds, Mapping):
        return Workers(workers)
    return Workers(workers, text_of(seeds, "scheme"), text_of(seeds, "tree", "nav"), tuple(pairs(seeds, "values")))


def _check_workers(root: Mapping, report: ShapeReport) -> None:
    node = root.get("workers")
    if not isinstance(node, Mapping):
        return
    if not node.entries:
        report.add("no-workers", node.place, say("nobody works here"), say("add a line such as nav = 2"))
    for entry in node:
        value = entry.value.value if isinstance(entry.value, Scalar) else None
        if not entry.key.text.split():
            report.add(
                "bad-name",
                entry.key.place,
                say("a worker needs a tree"),
                say("write its name, or several: nav content"),
            )
        if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= MOST_WORKERS:
            message = say("`{}` is a number of processes, from 0 to {}", entry.key.text, MOST_WORKERS)
            report.add("out-of-range", entry.value.place, message, say("for example {} = 2", entry.key.text))
