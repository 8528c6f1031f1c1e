"""Look at mechanisms: `python -m tests.mechanisms [--har] [NAME…]`, with the trees where names are given."""

from __future__ import annotations

import argparse

from .all import ALL, NOT_SHOWN
from .details import PARTLY
from .running import infer, tell


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.mechanisms")
    parser.add_argument("names", nargs="*")
    parser.add_argument("--har", action="store_true", help="recorded without a browser's events")
    options = parser.parse_args()
    names = options.names
    for mechanism in (*ALL, *NOT_SHOWN, PARTLY):
        if names and mechanism.name not in names:
            continue
        outcome = infer(mechanism, has_events=not options.har)
        print(f"{mechanism.name}: {tell(outcome)}", flush=True)
        if names:
            print(outcome.tree)


if __name__ == "__main__":
    main()
