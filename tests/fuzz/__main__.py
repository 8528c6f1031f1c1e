"""`python -m tests.fuzz SECONDS [READER]`: try inputs until the time is over; what breaks something is kept."""

import hashlib
import re
import resource
import sys
import tempfile
import time
import traceback
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

from scrapy_bt.errors import BTError

from .mutation import mutated
from .readers import READERS

CORPUS = Path(__file__).parent / "corpus"
SLOW = 2.0
"""Seconds of CPU time after which an input counts as one that hangs."""
MOST = 512 * 2**20
"""Bytes that an input may take beyond what the process has."""


@contextmanager
def bounded() -> Iterator[None]:
    """Refuse this process more memory than an input may take, where the system tells how much it has."""
    status = Path("/proc/self/status")
    if not status.exists():
        yield
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_DATA)
    found = re.search(r"VmData:\s*(\d+) kB", status.read_text("ascii", "replace"))
    assert found, "the system tells what a process has"
    resource.setrlimit(resource.RLIMIT_DATA, (1024 * int(found[1]) + MOST, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_DATA, (soft, hard))


def try_input(name: str, data: bytes, folder: Path) -> str:
    """Why an input breaks its reader; empty: it does not."""
    path = folder / "input"
    path.write_bytes(data)
    begun = time.process_time()
    try:
        with bounded():
            READERS[name].read(path)
    except BTError:
        pass
    except Exception:  # noqa: BLE001 - that is what is looked for
        return traceback.format_exc()
    took = time.process_time() - begun
    return f"it took {took:.1f} s" if took > SLOW else ""


def kind_of(reason: str) -> str:
    """What is the same for all inputs that break something in the same way: the last place, and the kind of error."""
    places = [line.strip() for line in reason.splitlines() if line.lstrip().startswith("File ")]
    return f"{places[-1:]} {reason.splitlines()[-1].partition(':')[0]}" if places else "it took too long"


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
                    kind = f"{name} {kind_of(reason)}"
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
