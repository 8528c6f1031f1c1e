"""Keeps what looks like a secret out of what people read: the log, and what commands print."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any
from urllib.parse import parse_qsl, quote, quote_plus, urlencode, urlsplit, urlunsplit

from .secretnames import is_secret_name

HIDDEN = "…"
"""Stands where a secret was."""

_URL = re.compile(r"(?<![a-z0-9+.-])([0-9+.-]*)([a-z][a-z0-9+.-]*://[^\s\"'<>]+)", re.IGNORECASE)
"""What may stand in a scheme is begun once, so that letters without an end take a time that grows with them."""


def is_hidden_name(name: object) -> bool:
    """Whether something of this name is kept to oneself: `password`, `api_key`, `Authorization`."""
    text = name.decode("latin-1") if isinstance(name, bytes) else name
    return isinstance(text, str) and is_secret_name(text)


def hide(value: Any, name: object = "") -> Any:
    """The value with its secrets replaced, at any depth; *name*: how it is called itself."""
    if is_hidden_name(name) and value not in (None, "", [], {}):
        return HIDDEN
    if isinstance(value, dict):
        return {key: hide(part, key) for key, part in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [hide(part) for part in value]
    if isinstance(value, str):
        hidden = _URL.sub(lambda match: match[1] + hide_in_url(match[2]), value)
        return hidden if hidden != value else value  # a sentence stays one
    # The body of a form, or of JSON.
    return HIDDEN if isinstance(value, bytes) and _holds_secret(value) else value


def _holds_secret(body: bytes) -> bool:
    return any(is_secret_name(name) for name in re.findall(r"[\w.\[\]-]+", body.decode("latin-1")))


def secret_values(value: Any, name: object = "") -> set[str]:
    """The texts and numbers, at any depth, that `hide` hides for their names."""
    if isinstance(value, dict):
        return set().union(*(secret_values(part, name if is_hidden_name(name) else key) for key, part in value.items()))
    if isinstance(value, list | tuple | set | frozenset):
        return set().union(*(secret_values(part, name) for part in value))
    is_hidden = is_hidden_name(name) and isinstance(value, str | int | float) and not isinstance(value, bool)
    return {str(value)} - {""} if is_hidden else set()


def hide_values(text: str, secrets: Iterable[str]) -> str:
    """The text without the secrets that were written into it, as they are or as a URL writes them."""
    forms = {form for secret in secrets for form in (secret, quote(secret), quote(secret, safe=""), quote_plus(secret))}
    if not forms:
        return text
    return re.sub("|".join(map(re.escape, sorted(forms, key=len, reverse=True))), HIDDEN, text)


def hide_in_url(url: str) -> str:
    """The URL without a password, and without the values of parameters that are secrets."""
    try:
        parts = urlsplit(url)
        query = parse_qsl(parts.query, keep_blank_values=True)
        login, at, place = parts.netloc.rpartition("@")
    except ValueError:
        return _hide_all(url)
    if any(is_hidden_name(name) for name, _ in query):
        shown = urlencode([(name, HIDDEN if is_hidden_name(name) else value) for name, value in query])
        parts = parts._replace(query=shown.replace(quote(HIDDEN), HIDDEN))
    if ":" in login:
        parts = parts._replace(netloc=f"{login.partition(':')[0]}:{HIDDEN}{at}{place}")
    return urlunsplit(parts)


def _hide_all(url: str) -> str:
    """What is no URL, without its login and its parameters, which cannot be told apart."""
    address, mark, _ = url.partition("?")
    return re.sub(r"(?<=//)[^/]*@", f"{HIDDEN}@", address) + (mark and f"?{HIDDEN}")
