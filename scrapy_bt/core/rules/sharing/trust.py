"""Whom a reader trusts: an author's first key, and each later one that the key before has signed."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from hashlib import sha256
from typing import TypeVar

from ....sentences import say
from .statements import NewKey, Release, Signed, Statement, StatementError, message_of, read_statement

_S = TypeVar("_S", bound=Statement)
Verify = Callable[[bytes, bytes, bytes], bool]
"""Whether a signature is that of a key: key, signature, message."""


def fingerprint(key: bytes) -> str:
    """A key for people to compare."""
    digest = sha256(key).hexdigest()[:32]
    return ":".join(digest[start : start + 4] for start in range(0, len(digest), 4))


def is_signed(signed: Signed, key: bytes, verify: Verify) -> bool:
    """Whether a statement is signed with a key."""
    try:
        return verify(key, signed.signature_bytes, message_of(signed.statement))
    except StatementError:
        return False


def trace_keys(said: Iterable[Signed], *, origin: str, account: str, verify: Verify) -> tuple[bytes, ...]:
    """The keys that an account has had, the first one first; raises `StatementError` unless each follows the other."""
    keys: list[NewKey] = []
    for signed in said:
        statement = read_statement(signed.statement)
        if not isinstance(statement, NewKey) or (statement.origin, statement.account) != (origin, account):
            raise StatementError(say("what is said of the keys of {} is not about them", account))
        if statement.before != (keys[-1].key if keys else ""):
            raise StatementError(say("a key of {} does not follow the one before", account))
        if not is_signed(signed, statement.signer, verify):
            raise StatementError(say("a key of {} is not signed with the key before it", account))
        keys.append(statement)
    if not keys:
        raise StatementError(say("{} has no key", account))
    return tuple(_bytes(each) for each in keys)


def check_pinned(keys: tuple[bytes, ...], pinned: bytes, account: str) -> None:
    """Raise `StatementError` where an account's keys do not lead from the *pinned* one."""
    if pinned not in keys:
        raise StatementError(
            say(
                "{} has another key now, which the one that you trust has not signed: you trust {}, and the"
                " server has {}; ask the author by another way than this server which of them is right",
                account,
                fingerprint(pinned),
                fingerprint(keys[-1]),
            )
        )


def check_release(signed: Signed, wanted: Release, keys: tuple[bytes, ...], verify: Verify) -> bytes:
    """The key of the author that has signed just this version of the rule; raises `StatementError` for none."""
    if read_statement(signed.statement) != wanted:
        raise StatementError(
            say("what is signed is not version {} of {}/{}", wanted.version, wanted.account, wanted.name)
        )
    signer = next((key for key in reversed(keys) if is_signed(signed, key, verify)), None)
    if signer is None:
        raise StatementError(
            say(
                "version {} of {}/{} is not signed with a key of {}",
                wanted.version,
                wanted.account,
                wanted.name,
                wanted.account,
            )
        )
    return signer


def read_signed(signed: Signed, shape: type[_S]) -> _S:
    """The statement, of a kind that is expected; raises `StatementError`."""
    statement = read_statement(signed.statement)
    if not isinstance(statement, shape):
        raise StatementError(say("this statement is about something else than is asked: {}", type(statement).__name__))
    return statement


def _bytes(statement: NewKey) -> bytes:
    return NewKey(statement.origin, statement.account, statement.key).signer
