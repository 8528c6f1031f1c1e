"""The words of the console in the reader's language: English, and what stands in `locale/`."""

from __future__ import annotations

import gettext
from contextvars import ContextVar
from functools import cache
from pathlib import Path

from starlette.requests import HTTPConnection

from ..sentences import tell

LANGUAGE_COOKIE = "bt_language"
LANGUAGES = {"en": "English", "zh_CN": "简体中文"}
_FOLDER = Path(__file__).parent / "locale"
_DOMAIN = "console"
_reader: ContextVar[str] = ContextVar("reader", default="en")
"""Threads and tasks that a request begins have it, too."""


@cache
def words(language: str) -> gettext.NullTranslations:
    """The translations of a language; English if there are none."""
    return gettext.translation(_DOMAIN, _FOLDER, languages=[language], fallback=True)


def read_by(request: HTTPConnection) -> None:
    """From here on this request is answered in the reader's language."""
    _reader.set(choose_language(request.cookies.get(LANGUAGE_COOKIE), request.headers.get("accept-language", "")))


def reader() -> str:
    """The language of the reader."""
    return _reader.get()


def told(text: object, language: str | None = None) -> str:
    """A sentence in a language, the reader's if none is given; everything else as it is, also for encoders of JSON."""
    return tell(text, words(reader() if language is None else language).gettext)


def choose_language(cookie: str | None, accepted: str) -> str:
    """What was chosen, else what the browser asks for first of those that there are."""
    if cookie in LANGUAGES:
        return cookie
    wanted: list[tuple[float, int, str]] = []
    for part in accepted.split(","):
        name, _, options = part.strip().partition(";")
        try:
            weight = float(options.partition("q=")[2] or 1)
        except ValueError:
            weight = 0.0
        wanted.append((-weight, len(wanted), name.strip().lower()))
    for _, _, name in sorted(wanted):
        if name.startswith("zh"):
            return "zh_CN"
        if name.startswith("en"):
            return "en"
    return "en"
