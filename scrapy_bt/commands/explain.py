"""Explain what an inference concluded."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from scrapy.settings import Settings

from ..core.documents.json import read_json
from ..core.inference.explanation.explain import explain, is_report, subjects
from ..core.inference.explanation.report import ENDING
from ..errors import SampleError, did_you_mean


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
    data = read_dossier(options.tree)
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


def read_dossier(path: Path) -> dict[str, Any]:
    """What is known of an inferred tree; raises `SampleError`."""
    beside = path if path.name.endswith(ENDING) else path.with_name(path.stem + ENDING)
    try:
        data = read_json(beside.read_text("utf-8"), largest=None)
    except FileNotFoundError:
        raise SampleError(
            f"{beside}: there is no such file; it is written beside its tree by: scrapy bt infer SAMPLE … -o NAME.bt"
        ) from None
    except (OSError, ValueError) as error:
        raise SampleError(f"{beside}: it cannot be read ({error}); infer the tree anew") from None
    if not is_report(data):
        raise SampleError(f"{beside}: it is not what this version writes; infer the tree anew")
    found: dict[str, Any] = data
    return found
