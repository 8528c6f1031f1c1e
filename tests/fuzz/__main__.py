"""`python -m tests.fuzz SECONDS [READER]`: try inputs until the time is over; what breaks something is kept."""

import hashlib
import sys
import tempfile
import time
import traceback
from collections.abc import Iterable
from pathlib import Path
from random import Random

from scrapy_bt.errors import BTError

from .mutation import mutated
from .readers import READERS

CORPUS = Path(__file__).parent / "corpus"
SLOW = 2.0
"""Seconds of CPU time after which an input counts as one that hangs."""


def try_input(name: str, data: bytes, folder: Path) -> str:
    """Why an input breaks its reader; empty: it does not."""
    path = folder / "input"
    path.write_bytes(data)
    begun = time.process_time()
    try:
        READERS[name].read(path)
    except BTError:
        pass
    except Exception:  # noqa: BLE001 - that is what is looked for
        return traceback.format_exc()
    took = time.process_time() - begun
    return f"it took {took:.1f} s" if took > SLOW else ""


def fuzz(seconds: float, names: Iterable[str], seed: int) -> int:
    """Try inputs of readers in turn; returns how many broke something."""
    random, names = Random(seed), list(names)
    counts, broken = dict.fromkeys(names, 0), 0
    end = time.monotonic() + seconds
    kinds: set[str] = set()
    with tempfile.TemporaryDirectory() as folder:
        while time.monotonic() < end:
            for name in names:
                data = mutated(READERS[name].seeds, random)
                counts[name] += 1
                reason = try_input(name, data, Path(folder))
                if reason:
                    broken += 1
                    kind = f"{name} {[line[:80] for line in reason.splitlines()][-3:]}"
                    if kind not in kinds:
                        kinds.add(kind)
                        digest = hashlib.sha256(data).hexdigest()[:12]
                        (CORPUS / f"{name}-{digest}").write_bytes(data)
                        print(f"{name}-{digest}: {reason}", flush=True)
    print(f"seed {seed}: {sum(counts.values()):,} inputs, {broken} broke something", counts)
    return broken


if __name__ == "__main__":
    chosen = sys.argv[2:] or list(READERS)
    sys.exit(1 if fuzz(float(sys.argv[1]) if sys.argv[1:] else 10.0, chosen, time.time_ns() % 1_000_000) else 0)
