"""Inferences that are made once more, each in a process of its own; none overwrites what is there."""

from __future__ import annotations

import secrets
import shlex
import signal
import subprocess
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ...core.inference.explanation.stored import ENDING
from ...crawl.watching.folders import make_private
from ...operations.logs import last_lines
from ...sentences import say
from ..refusals import Refusal
from .starting import start_command

FOLDER = "bt-proofs"
_TAIL = 12


@dataclass
class ProofRun:
    """*tree*: where it writes the tree, beside which lies its report."""

    id: str
    name: str
    tree: Path
    process: subprocess.Popen[bytes]
    at: float

    @property
    def log(self) -> Path:
        return self.tree.with_suffix(".log")

    @property
    def report(self) -> Path:
        return self.tree.with_name(self.tree.stem + ENDING)

    @property
    def is_running(self) -> bool:
        return self.process.poll() is None

    @property
    def last_words(self) -> list[str]:
        return last_lines(self.log, _TAIL)


class Proofs:
    """The proofs of this console, whose project is in *project* and whose own files are in *own*."""

    def __init__(self, project: Path, own: Path) -> None:
        self._project, self._own = project, own
        self._started: dict[str, ProofRun] = {}

    def all(self) -> list[ProofRun]:
        """The newest first."""
        return sorted(self._started.values(), key=lambda proof: proof.at, reverse=True)

    def of(self, name: str) -> list[ProofRun]:
        """The proofs of an inference, the newest first."""
        return [proof for proof in self.all() if proof.name == name]

    def get(self, id: str) -> ProofRun:  # noqa: A002 - as the proof calls it
        """Raises `Refusal`."""
        if id not in self._started:
            raise Refusal(404, "no-proof", say("this console has started no inference '{}'", id))
        return self._started[id]

    def start(self, name: str, words: Sequence[str]) -> ProofRun:
        """Run `scrapy bt infer WORDS`."""
        number = secrets.token_hex(4)
        folder = self._own / FOLDER / number
        make_private(self._own / FOLDER)
        make_private(folder)
        tree = folder / f"{name}.bt"
        command = ["bt", "infer", *words, "-o", str(tree)]
        process = start_command(command, folder=self._project, log=tree.with_suffix(".log"))
        proof = self._started[number] = ProofRun(number, name, tree, process, time.time())
        return proof

    def end(self, id: str) -> None:  # noqa: A002 - as above
        """Send no more replays; what is known until then holds."""
        proof = self.get(id)
        if proof.is_running:
            proof.process.send_signal(signal.SIGINT)

    def close(self) -> None:
        """End all that run."""
        for proof in self._started.values():
            if proof.is_running:
                proof.process.send_signal(signal.SIGINT)


def tell_proof(proof: ProofRun) -> dict[str, Any]:
    """A proof as JSON; *ready*: there is a tree."""
    running = proof.is_running
    return {
        "id": proof.id,
        "name": proof.name,
        "running": running,
        "ready": not running and proof.report.is_file(),
        "lines": proof.last_words,
    }


def infer_line(words: Sequence[str], tree: str) -> str:
    """What does the same on a command line."""
    return shlex.join(["scrapy", "bt", "infer", *words, "-o", tree, "-f"])
