"""Explain what an inference concluded."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from scrapy.exceptions import UsageError
from scrapy.settings import Settings

from ..core.documents.controls import shown
from ..core.inference.explanation.evidence import places_of_fact
from ..core.inference.explanation.explain import explain, subjects
from ..core.inference.explanation.stored import ENDING
from ..errors import did_you_mean
from ..operations.evidence import RecordedEvidence
from ..operations.inferences import read_report


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("tree", type=Path, metavar="NAME.bt", help=f"an inferred tree, or its {ENDING} file")
    parser.add_argument(
        "subject",
        nargs="*",
        metavar="SUBJECT",
        help="a visit, a step's number, a parameter, an argument, a variable, #FACT, replay N; default: the whole path",
    )
    parser.add_argument("--json", action="store_true", help="print all that is known as JSON")
    parser.add_argument(
        "--recorded",
        action="store_true",
        help="for #FACT: the recorded requests and answers that it rests on, as well, each place between « and »",
    )


def run(options: argparse.Namespace, _settings: Settings) -> int:
    """Print the explanation; return 1 if nothing is known of the subject."""
    data = read_report(options.tree)
    if options.json:
        print(json.dumps(data, ensure_ascii=False, indent=1))
        return 0
    subject = " ".join(options.subject)
    lines = explain(data, subject)
    if lines:
        print("\n".join(lines))
        if options.recorded:
            _show_recorded(data, subject)
        return 0
    known = subjects(data)
    advice = did_you_mean(subject, known, f"there are: {', '.join(known)}", form="{}")
    print(f"nothing is known of '{subject}'; {advice}")
    return 1


def _show_recorded(data: dict[str, Any], subject: str) -> None:
    facts = [fact for fact in data["facts"] if f"#{fact['id']}" == subject]
    asked = data.get("asked")
    if not facts or not asked:
        raise UsageError("--recorded is for one fact, as #12, of a tree that lies beside what it was inferred with")
    seen = list(places_of_fact(data, facts[0]))
    for one in RecordedEvidence().show(asked["samples"], seen, in_browser=asked.get("in_browser", False)):
        print(f"\nrecording {one.recording + 1}, request {one.request}, {one.side} ({one.about}):")
        marked = f"«{one.mark}»" if one.mark else ""
        parts = [] if one.is_in_head else [one.head, ""]
        cut = [f"… {count} more characters" if count else "" for count in (one.cut_before, one.cut_after)]
        text = "\n".join([*parts, *filter(None, (cut[0], f"{one.before}{marked}{one.after}", cut[1]))])
        print(shown(text))
