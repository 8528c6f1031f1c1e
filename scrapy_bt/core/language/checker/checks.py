"""The table of all checks, and what runs it."""

from __future__ import annotations

from collections.abc import Callable
from posixpath import dirname, join

from ....errors import BTError, Fault, Suggestion
from ....sentences import say
from ...tree.nodes import Document
from ..includes import Lookup
from ..nesting import report_too_deep
from ..parser import read
from ..report import Report
from .attributes import check_attributes
from .bodies import check_bodies
from .calls import check_calls
from .checkeddocument import CheckedDocument, Resolve, RuleLookup
from .flow import CallGraph
from .groups import check_groups
from .healing import check_healing
from .idle import check_idle
from .items import check_items
from .links import check_links, check_texts_as_urls
from .loops import check_loops
from .names import (
    check_double_declarations,
    check_double_parts,
    check_main,
    check_reserved_names,
    check_unknown_names,
    check_unused,
)
from .pages import check_pages
from .paths import Paths
from .placeholders import check_placeholders
from .recursion import check_recursion
from .resources import check_resources
from .sources import check_sources
from .statements import check_statements
from .states import check_states
from .stubs import check_stubs
from .unread import check_unread
from .unwritten import check_unwritten
from .urls import check_urls
from .variables import check_built_in_names, check_variables

CHECKS: tuple[Callable[[CheckedDocument], None], ...] = (
    check_main,
    check_unknown_names,
    check_double_declarations,
    check_double_parts,
    check_reserved_names,
    check_built_in_names,
    check_calls,
    check_stubs,
    check_attributes,
    check_bodies,
    check_urls,
    check_items,
    check_sources,
    check_states,
    check_healing,
    check_statements,
    check_resources,
    check_placeholders,
)
"""What each part of a document can be asked for itself."""


_MISSING_WITHOUT = {"visit": "no-page", "while": "break-outside-loop", "break": "endless-loop"}
"""By keywords, the code of the fault where they are missing."""


def check(
    text: str,
    *,
    file: str = "<text>",
    resolve: Resolve | None = None,
    rules: RuleLookup | None = None,
    includes: Lookup | None = None,
) -> list[Fault]:
    """Return all faults of *text* by place.

    *resolve* gives the reason why a Python reference does not import, or none; *rules* the rule of a file, *includes*
    the text of one. Without them only the form is checked.
    """
    reading = read(text, file=file, includes=includes or _find_none)
    checked = CheckedDocument(
        reading.document,
        reading.report,
        resolve,
        rules,
        reading.broken,
        reading.fragments,
        has_syntax_faults=bool(reading.report.faults),
        has_only_named_faults=reading.has_only_named_faults,
    )
    _run(checked)
    return _without_consequences(reading.report.in_order())


def _without_consequences(faults: list[Fault]) -> list[Fault]:
    """Leave out what is missing only since a keyword is misspelt."""
    meant = {_MISSING_WITHOUT.get(fault.advice.right) for fault in faults if isinstance(fault.advice, Suggestion)}
    return [fault for fault in faults if fault.code not in meant]


def check_document(
    document: Document,
    text: str = "",
    *,
    file: str = "<text>",
    resolve: Resolve | None = None,
    rules: RuleLookup | None = None,
) -> list[Fault]:
    """Return all faults of a tree, which may be made of *text*."""
    report = Report(text, file)
    for path, other in document.included:
        report.add_text(join(dirname(file), path), other)
    report_too_deep(document, report)
    if not report.faults:
        _run(CheckedDocument(document, report, resolve, rules))
    return report.in_order()


def _find_none(file: str) -> str:
    raise BTError(say("nothing is known of files here, so {} cannot be read", file))


def _run(checked: CheckedDocument) -> None:
    for check_part in CHECKS:
        check_part(checked)
    # Calls and assignments may be hidden behind faults of syntax: what is not seen cannot be said to be missing.
    if not checked.has_syntax_faults:
        check_unused(checked)
        check_links(checked)
        check_texts_as_urls(checked)
    if checked.has_only_named_faults or not checked.has_syntax_faults:
        _run_along_the_way(checked)
    if checked.has_syntax_faults:
        check_unwritten(checked)
    else:
        check_idle(checked)


def _run_along_the_way(checked: CheckedDocument) -> None:
    """What can be asked only where all that `main` does is known, or may be anything."""
    flow = CallGraph(checked)
    paths = Paths(flow)
    paths.follow()
    check_variables(flow)
    check_pages(paths)
    check_groups(flow)
    check_loops(flow)
    check_recursion(flow)
    if not checked.has_syntax_faults:
        check_unread(flow)
