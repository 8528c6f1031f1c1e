"""A repository of git with three branches of many changes, for the applications that show one."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from .workflow import Row

THINGS = ("windmill", "footbridge", "quarry")
BRANCHES = ("hills", "shore", "woods")


@dataclass(frozen=True)
class Repository:
    """So many *changes*, an hour apart, each of one of seven people.

    *who*, with `{}` for a number, is what they are called; *mail*, with `{}` for that name, is their address.
    """

    changes: int
    who: str = "Walker {}"
    mail: str = "walker@example.test"

    def subject(self, number: int) -> str:
        return f"Tell of the {THINGS[number // 3 % 3]}, part {number}"

    def walker(self, number: int) -> str:
        return self.who.format(number % 7)

    @property
    def stream(self) -> str:
        """What `git fast-import` reads."""
        stream = ["blob\nmark :1\ndata 4\nyes\n"]
        for number in range(self.changes):
            name, text, when = self.walker(number), self.subject(number), 1_700_000_000 + 3600 * number
            who = f"{name} <{self.mail.format(name)}> {when} +0000"
            stream.append(
                f"commit refs/heads/{BRANCHES[number % 3]}\nauthor {who}\ncommitter {who}\ndata {len(text)}\n{text}\n"
                f"M 100644 :1 part-{number}.txt\n"
            )
        return "\n".join(stream)

    def make(self, places: Path) -> None:
        """Write it to `walks.git` below a new folder."""
        places.mkdir()
        walks = places / "walks.git"
        subprocess.run(["git", "init", "-q", "--bare", walks], check=True)
        subprocess.run(["git", "fast-import", "--quiet"], check=True, cwd=walks, input=self.stream.encode())
        subprocess.run(["git", "symbolic-ref", "HEAD", f"refs/heads/{BRANCHES[0]}"], check=True, cwd=walks)

    def of_branch(self, name: str) -> Sequence[Row]:
        """Subject and person of each change of a branch."""
        return [
            (self.subject(number), self.walker(number))
            for number in range(self.changes)
            if BRANCHES[number % 3] == name
        ]

    def found(self, thing: str) -> Sequence[Row]:
        """The same of those of the first branch that tell of a thing."""
        return [row for row in self.of_branch(BRANCHES[0]) if thing in row[0]]
