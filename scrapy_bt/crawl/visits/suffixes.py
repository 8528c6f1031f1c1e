"""Public suffixes, by which cookies are judged: without the internet those that tldextract brings along."""

from __future__ import annotations

import logging


def shorten_fetch_failures() -> None:
    """A list that cannot be fetched is told in a line of level INFO, without a traceback: nothing is wrong then."""
    logging.getLogger("tldextract").addFilter(_shorten)


def _shorten(record: logging.LogRecord) -> bool:
    if record.exc_info and record.levelno < logging.ERROR:
        record.exc_info = None
        record.levelno, record.levelname = logging.INFO, "INFO"
        record.msg, record.args = f"{record.getMessage()}: the list that tldextract brings along is used", ()
    return logging.getLogger(record.name).isEnabledFor(record.levelno)
