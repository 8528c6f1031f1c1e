"""A mirror: replays the log of another server, line by line, and stops where that tells another history."""

from __future__ import annotations

from ..core.rules.sharing.statements import Release, StatementError, chain, read_statement
from ..storage.sharing.http_library import HttpLibrary
from ..storage.sharing.ledger import RuleLedger


def begin_mirror(ledger: RuleLedger, upstream: HttpLibrary) -> str:
    """Take over the number of the other log; returns it. Raises `StatementError` where the database has another."""
    first = upstream.lines(-1)[:1]
    if not first:
        raise StatementError(f"{upstream.url} has no log")
    return ledger.begin(first[0].signed)


def follow(ledger: RuleLedger, upstream: HttpLibrary) -> int:
    """Write the lines that are new; returns how many. Raises `StatementError` for a fork and for what is not signed."""
    added, last = 0, ledger.last()
    same = upstream.lines(last.number - 1)[:1]
    if not same or (same[0].number, same[0].hash) != (last.number, last.hash):
        raise StatementError(
            f"{upstream.url} tells another history than this mirror has, at line {last.number}: nothing is taken"
        )
    while lines := upstream.lines(last.number):
        for line in lines:
            if (line.number, line.hash) != (last.number + 1, chain(last.hash, line.signed)):
                raise StatementError(f"line {line.number} of the log of {upstream.url} does not follow the one before")
            statement = read_statement(line.statement)
            text = upstream.text(statement.sha256) if isinstance(statement, Release) else ""
            last = ledger.add(line.signed, text)
            added += 1
    return added
