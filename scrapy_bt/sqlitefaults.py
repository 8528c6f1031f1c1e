"""Why SQLite has not done what it was asked for."""

from __future__ import annotations

from enum import Enum


class SQLiteFault(Enum):
    """A result code of SQLite, with its message (https://www.sqlite.org/rescode.html)."""

    BUSY = 5, "database is locked"
    LOCKED = 6, "database table is locked"
    READ_ONLY = 8, "attempt to write a readonly database"
    UNREADABLE = 10, "disk I/O error"
    FULL = 13, "database or disk is full"
    NOT_OPENED = 14, "unable to open database file"

    def __init__(self, code: int, message: str) -> None:
        self.code = code
        self.message = message


IN_USE = (SQLiteFault.BUSY, SQLiteFault.LOCKED)
"""Another connection uses what is asked for; later it may be free."""


def fault_of(error: object) -> SQLiteFault | None:
    """The fault that an error of `sqlite3` tells; None for any other error."""
    code = getattr(error, "sqlite_errorcode", None)
    if code is None:  # Python 3.10 has only the message
        return next((fault for fault in SQLiteFault if fault.message == str(error)), None)
    return next((fault for fault in SQLiteFault if fault.code == code & 0xFF), None)
