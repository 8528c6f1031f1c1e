"""The Lua scripts: the library's parts, one operation, and the line that runs it."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from hashlib import sha1
from importlib.resources import files

FORMAT = "3"
"""Of what is stored; scripts know it by the same name."""

# The envelope declares the nouns; each other part fills one.
PARTS = (
    "envelope",
    "records",
    "names",
    "queues",
    "standing",
    "waiting_sets",
    "permits",
    "joins",
    "sharing",
    "sessions",
    "controls",
    "leases",
    "slots",
    "lanes",
    "taking",
    "dead_letters",
    "store",
    "measures",
    "seen",
    "entries",
    "steps",
    "search",
    "jobs",
    "slices",
    "stops",
    "purging",
)


@dataclass(frozen=True)
class Script:
    """One operation as Redis gets it."""

    name: str
    source: str
    sha: str = field(default="")

    def __post_init__(self) -> None:
        object.__setattr__(self, "sha", sha1(self.source.encode(), usedforsecurity=False).hexdigest())


@cache
def load(operation: str) -> Script:
    """The script of an operation; the same text, and so the same SHA1, in every process of this version."""
    lua = files(__package__) / "lua"
    envelope, *parts = ((lua / f"{part}.lua").read_text(encoding="utf-8") for part in PARTS)
    nouns = (
        f"later({name.title().replace('_', '')}, function()\n{part}\nend)\n"
        for name, part in zip(PARTS[1:], parts, strict=True)
    )
    body = (lua / "operations" / f"{operation}.lua").read_text(encoding="utf-8")
    return Script(
        operation, "\n".join((f'local FORMAT = "{FORMAT}"', envelope, *nouns, body, "return Envelope.run(operate)\n"))
    )
