"""`scrapy bt heal report`: how far two pages are from each other, and what became of fields."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from scrapy.settings import Settings

from ...core.healing.changes import PageChange, measure_change
from ...core.healing.deciding import decide
from ...core.healing.features import Survey
from ...core.healing.fields import find_old
from ...core.healing.kinds import kind_of_change
from ...core.healing.pages import Page
from ...core.healing.writing import target_of, write_selectors
from ...errors import BTError
from ...learning.labelled import read_page
from ...learning.shipped_models import SHIPPED, read_models
from ..shared.arguments import telling
from ..shared.tables import TextTable, as_text


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("before", type=Path, metavar="BEFORE", help="a file of the page before; .gz is unpacked")
    parser.add_argument("now", type=Path, metavar="NOW", help="a file of the page as it is now")
    parser.add_argument(
        "-s", "--selector", action="append", default=[], metavar="SELECTOR", help="of a field, CSS or XPath; repeatable"
    )
    parser.add_argument("--json", action="store_true", help="print it as JSON")


@telling
def run(options: argparse.Namespace, _settings: Settings) -> int:
    """Print the measures; raises `BTError` if a selector finds nothing on the page before."""
    before, now = Survey(Page(read_page(options.before))), Survey(Page(read_page(options.now)))
    change = measure_change(before.page, now.page)
    fields = _fields(options, before, now)
    if options.json:
        told = {"cosine": change.cosine, "divergence": change.divergence, "edits": change.edits, "fields": fields}
        print(json.dumps(told, ensure_ascii=False))
    else:
        print(as_text(_tables(change, fields)))
    return 0


def _fields(options: argparse.Namespace, before: Survey, now: Survey) -> list[dict[str, Any]]:
    """What each of the selectors found before, what that is now, and a selector for it."""
    places = {selector: find_old(before.page, selector) for selector in options.selector}
    missing = [selector for selector, place in places.items() if place is None]
    if missing:
        raise BTError(f"{options.before}: the selector {missing[0]!r} finds nothing there")
    known = {selector: place for selector, place in places.items() if place is not None}
    decided = decide(before, now, known, read_models(SHIPPED)[0])
    fields = []
    for selector, place in known.items():
        decision = decided.get(selector)
        kind = kind_of_change(place, decision.candidate if decision else None)
        written = write_selectors([target_of(now.page, decision.candidate)])[0].text if decision else ""
        fields.append(
            {
                "selector": selector,
                "kind": kind.value,
                "before": place.text,
                "now": decision.candidate.text if decision else "",
                "proposal": written,
                "probability": round(decision.probability, 3) if decision else 0.0,
            }
        )
    return fields


def _tables(change: PageChange, fields: Sequence[Mapping[str, Any]]) -> Iterator[TextTable]:
    measures = [
        ("cosine of PageRanks", f"{change.cosine:.3f}", "1"),
        ("KL divergence of PageRanks", f"{change.divergence:.3f}", "0"),
        ("tree edits, as a share", f"{change.edits:.3f}", "0"),
    ]
    yield TextTable("How far the pages are from each other", ("measure", "value", "the same page"), measures)
    if fields:
        rows = [(f["selector"], f["kind"], f["now"][:60], f["proposal"], f"{f['probability']:.2f}") for f in fields]
        yield TextTable("Fields", ("selector", "kind of change", "now", "proposal", "P"), rows)
