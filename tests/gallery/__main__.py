"""Judge: `python -m tests.gallery FOLDER [--half developed|unseen] [--record] [--har] [APPLICATION[.WORKFLOW]…]`."""

from __future__ import annotations

import argparse
from pathlib import Path

from .application import NotInstallableError
from .halves import exhibits
from .judging import Outcome, judge, record_har, record_sample
from .tables import outcome_table, totals


def main() -> None:
    """Print what went wrong with each workflow, and the table; recordings, trees and logs stay in the folder."""
    parser = argparse.ArgumentParser(prog="python -m tests.gallery")
    parser.add_argument("folder", type=Path)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--half", choices=("developed", "unseen"))
    parser.add_argument("--record", action="store_true", help="only try that they can be recorded")
    parser.add_argument("--har", action="store_true", help="record as HAR files, without the browser's events")
    options = parser.parse_intermixed_args()
    recorder = record_har if options.har else record_sample
    outcomes: list[Outcome] = []
    for exhibit in exhibits(options.half, [name.partition(".")[0] for name in options.names]):
        own = [name.partition(".")[2] for name in options.names if name.startswith(f"{exhibit.name}.")]
        try:
            place = options.folder.resolve() / exhibit.name
            for outcome in judge(exhibit, place, own, only_record=options.record, recorder=recorder):
                outcomes.append(outcome)
                _tell(outcome)
        except NotInstallableError as error:
            print(f"{exhibit.name}: {error}")
    print(outcome_table(outcomes))
    print(totals(outcomes))


def _tell(outcome: Outcome) -> None:
    kind = "exact" if outcome.is_exact else "PROVEN BUT WRONG" if outcome.is_proven else "not exact"
    print(f"{outcome.application}.{outcome.workflow}: {kind}, {outcome.seconds:.0f} s", flush=True)
    for name, few in (("missing", outcome.missing), ("wrong", outcome.wrong), ("no argument for", outcome.lacking)):
        if few:
            print(f"    {name}: {len(few)}, such as {str(few[0])[:200]}")
    if not outcome.has_end:
        print("    without an end")


if __name__ == "__main__":
    main()
