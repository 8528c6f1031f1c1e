"""Explain what an inference concluded."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from scrapy.settings import Settings

from ..core.inference.explanation.explain import explain, subjects
from ..core.inference.explanation.stored import ENDING
from ..errors import did_you_mean
from ..operations.inferences import read_report


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.add_argument("tree", type=Path, metavar="NAME.bt", help=f"an inferred tree, or its {ENDING} file")
    parser.add_argument(
        "subject",
        nargs="*",
        metavar="SUBJECT",
        help="a visit, a step's number, a parameter, an argument, #FACT, replay N; default: the whole path",
    )
    parser.add_argument("--json", action="store_true", help="print all that is known as JSON")


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
        return 0
    known = subjects(data)
    advice = did_you_mean(subject, known, f"there are: {', '.join(known)}", form="{}")
    print(f"nothing is known of '{subject}'; {advice}")
    return 1
