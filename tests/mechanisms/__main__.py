"""Look at mechanisms: `python -m tests.mechanisms [NAME…]`, with the trees where names are given."""

from __future__ import annotations

import sys

from .all import ALL, NOT_SHOWN
from .details import PARTLY
from .running import infer, tell


def main() -> None:
    names = sys.argv[1:]
    for mechanism in (*ALL, *NOT_SHOWN, PARTLY):
        if names and mechanism.name not in names:
            continue
        outcome = infer(mechanism)
        print(f"{mechanism.name}: {tell(outcome)}")
        if names:
            print(outcome.tree)


if __name__ == "__main__":
    main()
