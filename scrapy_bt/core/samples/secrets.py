"""What is secret in a recording, by name and by look."""

from __future__ import annotations

import html
import math
import re
from collections import Counter
from collections.abc import Iterator
from urllib.parse import parse_qsl, urlsplit

from . import jsontext, xmltext
from .bodies import kind_of, text_of
from .events import is_secret_element
from .parameters import Key, parameters_of
from .secretnames import is_secret_name
from .traffic import Answer, Recording, Sent

RANDOM_LENGTH = 24
"""Characters from which on a value that looks as if it was drawn by lot is taken for a secret."""

_INPUT = re.compile(r"<(?:input|meta)\b[^>]*>", re.IGNORECASE)
_ATTRIBUTE = re.compile(r"""\b(name|id|value|content|type)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))""", re.IGNORECASE)
_STATE = re.compile(r"__?(?:VIEWSTATE|EVENT|PREVIOUSPAGE|LASTFOCUS)", re.IGNORECASE)
"""Fields of pages that are as long as secrets, and none: a server checks its own state by them."""
_WORDS_OF_JSON = frozenset({"true", "false", "null"})
_FLAGS = frozenset({"true", "false", "yes", "no", "on", "off", "0", "1", "none", "null"})
"""Values that are not credentials, whatever the name of the header: `ForceClientAuth: true`."""
WEB_TOKEN = re.compile(
    r"(?<![\w-])(?=[\w-]+\.e[wy][\w-]+\.)"  # looked for first, so that no text is read again and again
    r"[\w-]*?(?P<token>eyJ[\w-]+\.(?P<claims>e[wy][\w-]+)\.[\w-]*)"
)
"""A JSON Web Token, also right behind a word, or an escaped sign, which ends in a letter.

Both of its first parts are JSON objects: `{` and what follows make `ey` or `ew`.
"""
_NO_SECRET = re.compile(r"|true|false|null|none|undefined|\d{1,3}|\*+", re.IGNORECASE)


def looks_random(value: str) -> bool:
    """Whether a value is long and as mixed as what is drawn by lot; words, URLs and numbers are not."""
    if len(value) < RANDOM_LENGTH or re.search(r"[\s<>{}]|://", value) or value.isdigit():
        return False
    if not (re.search(r"\d", value) and re.search(r"[A-Za-z]", value)):
        return False
    counts = Counter(value)
    entropy = -sum(count / len(value) * math.log2(count / len(value)) for count in counts.values())
    return entropy >= 3.2 and len(re.findall(r"[A-Za-z0-9]", value)) >= 0.85 * len(value)


def is_secret(key: Key, value: str = "") -> bool:
    """Whether a parameter is secret: a cookie, credentials, what is named as one, or looks as if drawn by lot.

    Of paths and bodies, which have no name, only what is a credential by its form.
    """
    if key.where == "cookie" or (key.where == "header" and _is_secret_header(key.name)):
        return True
    if key.where in ("path", "body"):
        return WEB_TOKEN.fullmatch(value) is not None
    if key.where == "header":
        return key.name.startswith("x-") and looks_random(value)
    return is_secret_name(key.name) or looks_random(value)


def _is_secret_header(name: str) -> bool:
    return "auth" in name.lower() or is_secret_name(name)


def has_to_be_given(key: Key, value: str) -> bool:
    """Whether whoever runs a tree gives a value that comes from nowhere: no tree holds a secret."""
    if not value or (key.where == "header" and value.strip().lower() in _FLAGS):
        return False
    if key.where == "json" and value in _WORDS_OF_JSON:
        return False
    if key.where == "cookie":  # one that is told is no session's
        return is_secret_name(key.name) or looks_random(value)
    return is_secret(key) and _STATE.match(key.name) is None


def secrets_of(recording: Recording) -> frozenset[str]:
    """All values in a recording that are secret, as they are before any coding."""
    found: set[str] = set()
    for event in recording.events:
        if is_secret_element(event.element) and event.value:
            found.add(event.value)
    for exchange in recording.exchanges:
        for single in (*exchange.hops, exchange):
            found.update(_in_request(single.sent))
            if single.answer is not None:
                found.update(_in_answer(single.answer))
    return frozenset(value for value in found if not _NO_SECRET.fullmatch(value))


def _in_request(sent: Sent) -> Iterator[str]:
    for parameter in parameters_of(sent):
        if is_secret(parameter.key, parameter.value):
            yield from credentials(parameter.value)


def credentials(value: str) -> Iterator[str]:
    """A value without the scheme before it (`Bearer …`)."""
    scheme, blank, rest = value.partition(" ")
    yield rest.strip() if blank and scheme.isalpha() and " " not in rest.strip() else value


def _in_answer(answer: Answer) -> Iterator[str]:
    for name, value in answer.headers:
        if name.lower() == "set-cookie":
            yield from _cookie_values(value)
        elif name.lower() == "location":
            yield from (text for key, text in _query(value) if is_secret_name(key) or looks_random(text))
        elif _is_secret_header(name) and looks_random(value):
            yield value
    match kind_of(answer):
        case "html":
            yield from _in_page(text_of(answer) or "")
        case "json" | "xml" as kind:
            leaves_of = (jsontext if kind == "json" else xmltext).leaves_of
            yield from (value for name, value in leaves_of(text_of(answer) or "") or () if is_secret_name(name))
        case _:
            pass


def _in_page(text: str) -> Iterator[str]:
    for tag in _INPUT.findall(text):
        told = {name.lower(): html.unescape(a or b or c) for name, a, b, c in _ATTRIBUTE.findall(tag)}
        names = told.get("name", ""), told.get("id", "")
        if told.get("type", "").lower() == "password" or any(name and is_secret_name(name) for name in names):
            yield from filter(None, (told.get("value", ""), told.get("content", "")))


def _cookie_values(line: str) -> Iterator[str]:
    yield line.partition(";")[0].partition("=")[2].strip().strip('"')


def _query(url: str) -> list[tuple[str, str]]:
    """The fields of an address, those behind its `#` too."""
    try:
        parts = urlsplit(url)
        return [*parse_qsl(parts.query), *parse_qsl(parts.fragment)]
    except ValueError:
        return []
