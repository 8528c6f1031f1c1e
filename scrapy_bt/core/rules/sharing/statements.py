"""What authors sign: their keys, the versions of their rules, and which of them nobody should use any more.

A statement is one line of JSON in one canonical form, so that who signs it and who checks it mean the same bytes. It
names the log that it is made for, so that it says nothing on any other.
"""

from __future__ import annotations

import re
from base64 import b64decode, b64encode
from hashlib import sha256
from typing import TypeAlias

import msgspec

from ....errors import BTError
from ....sentences import say
from ...documents.json import read_json

LARGEST = 10_000
"""Characters of a statement."""
LONGEST_REASON = 1_000
LARGEST_RULE = 1_000_000
"""Bytes of a rule that is passed on by a server."""
_FORMAT = b"bt-statement 1\n"
_NAME = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,58}[a-z0-9])?")
HASH = re.compile(r"[0-9a-f]{64}")
_ORIGIN = re.compile(r"[0-9a-f]{32}")


class StatementError(BTError):
    """What somebody is said to have signed is no statement, or not theirs."""


class LogOrigin(msgspec.Struct, frozen=True, tag="origin", tag_field="is"):
    """The first line of a log: a number that no other log has, 32 hexadecimal digits; nobody signs it."""

    origin: str


class NewKey(msgspec.Struct, frozen=True, tag="key", tag_field="is"):
    """An account's public key (base64). *before*: the key that it takes the place of, and that signs this."""

    origin: str
    account: str
    key: str
    before: str = ""

    @property
    def signer(self) -> bytes:
        """The key that has to sign it: the first one signs itself."""
        return b64decode(self.before or self.key)


class Release(msgspec.Struct, frozen=True, tag="release", tag_field="is"):
    """A version of a rule, 1, 2, …; *sha256*: of its canonical text; *parent*: that of the version before, or empty."""

    origin: str
    account: str
    name: str
    version: int
    sha256: str
    licence: str
    parent: str = ""


class Withdrawal(msgspec.Struct, frozen=True, tag="withdrawal", tag_field="is"):
    """A version that is not to be used any more, and why."""

    origin: str
    account: str
    name: str
    version: int
    reason: str


Statement: TypeAlias = LogOrigin | NewKey | Release | Withdrawal


class Signed(msgspec.Struct, frozen=True):
    """A statement as it is sent: its canonical text, and who signs it how (base64; empty for the origin)."""

    statement: str
    signature: str = ""

    @property
    def signature_bytes(self) -> bytes:
        """Raises `StatementError`."""
        return read_base64(self.signature, 64)


def write_statement(statement: Statement) -> str:
    """The canonical text; raises `StatementError` for what no statement may say."""
    _check(statement)
    return msgspec.json.encode(statement, order="sorted").decode()


def read_statement(text: str) -> Statement:
    """The statement of a canonical text; raises `StatementError` for any other."""
    try:
        statement: Statement = read_json(text, largest=LARGEST, shape=Statement)
    except ValueError as error:
        raise StatementError(say("this is no statement about a rule: {}", error)) from None
    if write_statement(statement) != text:
        raise StatementError(say("this is no statement about a rule: it is not in the one canonical form"))
    return statement


def message_of(text: str) -> bytes:
    """What is signed of a statement's text."""
    return _FORMAT + text.encode()


def chain(before: str, signed: Signed) -> str:
    """The hash of a line of the log, which holds all lines before it; *before*: that of the line before, or empty."""
    return sha256(f"{before}\n{signed.statement}\n{signed.signature}".encode()).hexdigest()


def is_name(text: str) -> bool:
    """Whether an account or a rule may be called so: `a-z`, `0-9` and `-`, at most 60 of them; no path, no tricks."""
    return _NAME.fullmatch(text) is not None


def read_base64(text: str, size: int) -> bytes:
    """Bytes of a known number; raises `StatementError`."""
    try:
        found = b64decode(text, validate=True)
    except ValueError:
        found = b""
    if len(found) != size or b64encode(found).decode() != text:
        raise StatementError(say("this is no base64 of {} bytes", size))
    return found


def _check(statement: Statement) -> None:
    if not _ORIGIN.fullmatch(statement.origin):
        raise StatementError(say("a log is known by 32 hexadecimal digits"))
    if isinstance(statement, LogOrigin):
        return
    if not is_name(statement.account):
        raise StatementError(say("an account is named with a-z, 0-9 and -, at most 60 of them"))
    if isinstance(statement, NewKey):
        _check_key(statement)
    else:
        _check_version(statement)


def _check_key(statement: NewKey) -> None:
    for key in filter(None, (statement.key, statement.before)):
        read_base64(key, 32)
    if not statement.key or statement.key == statement.before:
        raise StatementError(say("a new key is another one than before"))


def _check_version(statement: Release | Withdrawal) -> None:
    if not is_name(statement.name):
        raise StatementError(say("a shared rule is named with a-z, 0-9 and -, at most 60 of them"))
    if not 1 <= statement.version < 1 << 31:
        raise StatementError(say("versions are 1, 2, …"))
    if isinstance(statement, Withdrawal):
        if not statement.reason.strip() or len(statement.reason) > LONGEST_REASON:
            raise StatementError(say("a withdrawal says why, in at most {} characters", LONGEST_REASON))
        return
    for digest in (statement.sha256, *filter(None, (statement.parent,))):
        if not HASH.fullmatch(digest):
            raise StatementError(say("a rule is known by the 64 hexadecimal digits of its SHA-256"))
    if bool(statement.parent) != (statement.version > 1):
        raise StatementError(say("each version but the first names the one before"))
