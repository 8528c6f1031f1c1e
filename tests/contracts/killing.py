"""Workers in processes of their own, which are killed in the midst of their work."""

import signal
import subprocess
import sys
from itertools import islice
from pathlib import Path

from tests.contracts.worker import AHEAD

ROOT = Path(__file__).resolve().parents[2]


def start(module: str, *arguments: str, lines: int) -> subprocess.Popen[str]:
    """A worker that is read for so many lines."""
    command = [sys.executable, "-m", f"tests.contracts.{module}", *arguments, str(lines + AHEAD)]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)


def kill_after(worker: subprocess.Popen[str], lines: int) -> list[str]:
    """What the worker has reported when it is killed some time after so many lines."""
    assert worker.stdout is not None
    with worker.stdout as output:
        reported = list(islice(output, lines))
        worker.send_signal(signal.SIGKILL)
        reported += output
    assert worker.wait() == -signal.SIGKILL
    return [line.rstrip("\n") for line in reported if line.endswith("\n")]
