"""Reads and checks scheme files."""

from __future__ import annotations

import re
from collections.abc import Mapping as Values
from dataclasses import replace

from ....errors import ArgumentsError, Fault, RuleError
from ....sentences import say
from ...documents.nodes import Mapping, Node
from ...documents.report import ShapeReport
from ...documents.structure import check_structure
from ...documents.toml import compose_toml
from ...documents.yaml import compose_yaml
from ..combinations import ENDLESS
from ..scheme import Scheme
from ..seeds import Seeds
from .builder import build_scheme, field_or_record
from .platforms import check_platforms
from .shape import SCHEME
from .urls import check_urls
from .words import check_words

SUFFIXES = (".toml", ".yaml", ".yml")
_NAMED = re.compile(r"""^["']?scheme["']?[ \t]*[=:]""", re.MULTILINE)
_TABLE = re.compile(r"^[ \t]*\[", re.MULTILINE)


def is_toml(file: str) -> bool:
    """Whether a file is read as TOML, by its name; any other one is YAML."""
    return file.lower().endswith(".toml")


def is_scheme(text: str, *, file: str) -> bool:
    """Whether a text is meant as a scheme: a line begins with `scheme`, in TOML one before its first table."""
    text = text.removeprefix("\ufeff")
    if is_toml(file):
        text = _TABLE.split(text, maxsplit=1)[0]
    return _NAMED.search(text) is not None


def check_scheme(text: str, *, file: str) -> tuple[Fault, ...]:
    """All faults of a text, in order; values that are left empty are still to come."""
    return tuple(_read(text.removeprefix("\ufeff"), file)[2].in_order())


def read_scheme(text: str, *, file: str, given: Values[str, str] | None = None) -> Scheme:
    """The scheme that a text describes; raises `RuleError` with all of its faults, each with its place in *file*.

    What ends with `.toml` is TOML, anything else is YAML. *given*: see `with_values`; with them, even with none, all
    values are known, and a URL that they make none of is a fault too. Without, one that is left empty is still to come.
    """
    scheme, root, report = _read(text, file)
    if scheme is not None and root is not None and given is not None:
        scheme = with_values(scheme, given)
        check_urls(root, dict(scheme.values), report)
    if scheme is None or report:
        raise RuleError(report.in_order())
    return scheme


def with_values(scheme: Scheme, given: Values[str, str]) -> Scheme:
    """The scheme with other values for its templates; raises `ArgumentsError` for one that it has not."""
    known = dict(scheme.values)
    unknown = [name for name in given if name not in known]
    if unknown:
        names = ", ".join(known) or say("none")
        raise ArgumentsError(say("the scheme has no value '{}' (its `values` are: {})", unknown[0], names))
    return replace(scheme, values=tuple({**known, **given}.items()))


def _read(text: str, file: str) -> tuple[Scheme | None, Mapping | None, ShapeReport]:
    """The scheme, where it has no faults; what it was made of; and the faults."""
    is_table = is_toml(file)
    report = ShapeReport(text, file, noun=say("scheme"), sign="=" if is_table else ":")
    root: Node | None = compose_toml(report) if is_table else compose_yaml(report)
    if not report and (root is None or (isinstance(root, Mapping) and not root.entries)):
        advice = (
            say('begin with a line: scheme = "its name"') if is_table else say("begin with a line: scheme: its name")
        )
        report.add("empty-scheme", report.place(0, 0), say("the file is empty"), advice)
        return None, None, report
    if root is not None:
        check_structure(root, report, SCHEME)
    if not isinstance(root, Mapping):
        return None, None, report
    check_words(root, report)
    check_platforms(root, report)
    if report:
        return None, root, report
    scheme = build_scheme(root)
    _check_count(scheme, root, report)
    return (None if report else scheme), root, report


def _check_count(scheme: Scheme, root: Mapping, report: ShapeReport) -> None:
    seeds = Seeds(scheme)
    if not seeds.count:
        message = say("no combination can be made of these words")
        report.add("empty-scheme", field_or_record(root, "classes").place, message, say("give a class optional words"))
    elif seeds.count > scheme.most_seeds:
        pages = seeds.count // seeds.combinations.count
        noun = say("page") if pages == 1 else say("pages")
        made = say("{:,} seeds ({:,} combinations × {:,} {})", seeds.count, seeds.combinations.count, pages, noun)
        if seeds.count >= ENDLESS:
            made = say("more than 10^40 seeds")
        message = say("this makes {}, and {:,} are the most", made, scheme.most_seeds)
        advice = say("take words or pages away, lower `most` of a class, or raise `most_seeds` of the scheme")
        report.add(
            "too-many",
            field_or_record(root, "most_seeds" if root.get("most_seeds") else "classes").place,
            message,
            advice,
        )
