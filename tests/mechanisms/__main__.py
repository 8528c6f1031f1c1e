"""Look at mechanisms: `python -m tests.mechanisms [NAME…]`, with the trees where names are given."""

from __future__ import annotations

import sys

from .all import ALL
from .boxes import UNTOLD
from .decoys import DECOYS
from .details import PARTLY
from .doubtful import DOUBTFUL
from .elsewhere import ELSEWHERE
from .layouts import UNCLEAR
from .misleading import MISLEADING
from .running import infer, tell
from .shownby import HEADED
from .within import WITHIN


def main() -> None:
    names = sys.argv[1:]
    for mechanism in (*ALL, *DECOYS, *DOUBTFUL, *ELSEWHERE, *HEADED, *MISLEADING, PARTLY, *UNCLEAR, *UNTOLD, *WITHIN):
        if names and mechanism.name not in names:
            continue
        outcome = infer(mechanism)
        print(f"{mechanism.name}: {tell(outcome)}")
        if names:
            print(outcome.tree)


if __name__ == "__main__":
    main()
