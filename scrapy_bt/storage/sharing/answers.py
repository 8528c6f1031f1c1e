"""What rule servers answer, as data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, TypeVar

import msgspec

from ...core.documents.json import read_json
from ...core.rules.sharing.statements import Release, Signed, StatementError, is_name
from ...core.rules.sharing.trust import read_signed
from ...errors import BTError
from ...sentences import say

_MOST_SIBLINGS = 100
_HIGHEST_LOAD = 1e9
_Short = Annotated[str, msgspec.Meta(max_length=1_000)]
_T = TypeVar("_T")


class ServerError(BTError):
    """A rule server does not answer, or not as it should; *status* of HTTP, 0 where there is none."""

    def __init__(self, message: str, *, status: int = 0, code: str = "", body: bytes = b"") -> None:
        super().__init__(message)
        self.status, self.code, self.body = status, code, body


@dataclass(frozen=True)
class SharedRule:
    """A version of a rule as a server tells it; only `Release`s that are signed are to be relied upon."""

    account: str
    name: str
    version: int
    sha256: str
    licence: str
    title: str
    author: str
    site: str
    description: str
    withdrawn: str

    def __post_init__(self) -> None:
        if not is_name(self.account) or not is_name(self.name):
            raise ValueError(say("it names no rule"))

    @property
    def address(self) -> str:
        """The address as people write it."""
        return f"{self.account}/{self.name}"


class SharedVersion(msgspec.Struct, frozen=True):
    """A version with what its author has signed."""

    version: int
    withdrawn: str
    statement: str
    signature: str


class Listed(msgspec.Struct, frozen=True):
    """What a server tells of itself; its log is remembered, and must not grow into anything."""

    origin: Annotated[str, msgspec.Meta(pattern=r"\A[0-9a-f]{32}\Z")]
    number: Annotated[int, msgspec.Meta(ge=0)]
    hash: Annotated[str, msgspec.Meta(pattern=r"\A[0-9a-f]{64}\Z")]
    mirror: str = ""
    servers: tuple[dict[str, Any], ...] = ()


class FoundRules(msgspec.Struct, frozen=True):
    """A page of the rules that were searched for."""

    rules: tuple[SharedRule, ...]
    after: str


class Newer(msgspec.Struct, frozen=True):
    """Versions that are newer than those that were asked about."""

    newer: tuple[SharedRule, ...]


class Versions(msgspec.Struct, frozen=True):
    """All versions of a rule."""

    versions: tuple[SharedVersion, ...]


class Keys(msgspec.Struct, frozen=True):
    """The keys of an account, each signed."""

    keys: tuple[Signed, ...]


class LogLine(msgspec.Struct, frozen=True):
    """A line of the log as it is sent."""

    number: int
    hash: str
    statement: str
    signature: str

    @property
    def signed(self) -> Signed:
        return Signed(self.statement, self.signature)


class LogLines(msgspec.Struct, frozen=True):
    """Lines of the log."""

    lines: tuple[LogLine, ...]


class LoginAnswer(msgspec.Struct, frozen=True):
    """What a login gives."""

    account: _Short
    access: _Short
    refresh: _Short


def read_siblings(told: Sequence[Mapping[str, Any]]) -> dict[str, float]:
    """The other servers that a server names, and their loads; what is no server is passed over."""
    found = {}
    for each in told[:_MOST_SIBLINGS]:
        url, load = each.get("url"), each.get("load", 0.0)
        if isinstance(url, str) and isinstance(load, int | float) and abs(load) <= _HIGHEST_LOAD:
            found[url] = float(load)
    return found


def read_release(shared: SharedVersion) -> Release:
    """What is signed of a version; raises `StatementError` where that is something else."""
    release = read_signed(Signed(shared.statement, shared.signature), Release)
    if release.version != shared.version:
        raise StatementError(say("what is signed is another version than is told"))
    return release


def read_answer(body: bytes, shape: type[_T]) -> _T:
    """The body of an answer; raises `ServerError`."""
    try:
        found: _T = read_json(body, largest=None, shape=shape)
    except ValueError as error:
        raise ServerError(say("the server answers something else than is asked: {}", error)) from None
    return found
