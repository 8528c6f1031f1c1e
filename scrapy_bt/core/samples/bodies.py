"""The body of an answer as text, as JSON, as a document."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Literal
from urllib.parse import parse_qsl, urlsplit

from ..documents.data import called_in, is_data, read_data
from ..documents.encodings import decode_html
from ..documents.mediatypes import media_type
from .traffic import Answer

Kind = Literal["html", "json", "xml", "text", "binary", "empty"]
STRUCTURED = frozenset({"html", "json", "xml"})
"""Kinds that say something in parts; scripts and styles, of which a page has many, are none of them."""

_TEXTUAL = ("text/", "javascript", "x-www-form-urlencoded", "csv", "yaml")


def body_type(answer: Answer) -> str:
    """The media type that the answer declares, in lower case, or that its name as a file tells; empty if there is none.

    What begins as markup is a page in the place of the file.
    """
    declared = answer.header("content-type")
    if _beginning(answer.body or b"").startswith(b"<"):
        return media_type(declared)
    return media_type(declared, answer.header("content-disposition"), answer.url)


def kind_of(answer: Answer) -> Kind:
    """What the body is: by its declared type, where that is of use, or else by how it begins."""
    body = answer.body
    if not body:
        return "empty"
    declared = body_type(answer)
    start = _beginning(body).lower()
    if "html" in declared:
        # PHP calls a page whatever is not said to be none.
        return "json" if start[:1] in (b"{", b"[") and json_of(answer) is not None else "html"
    if is_data(declared) or ((start[:1] in (b"{", b"[") or _is_call(answer)) and json_of(answer) is not None):
        return "json"
    if declared.endswith(("/xml", "+xml")) and not declared.startswith("image/"):
        return "xml"
    if any(word in declared for word in _TEXTUAL):
        return "text"
    if declared and declared not in ("application/octet-stream", "binary/octet-stream", "application/unknown"):
        return "binary"
    if start.startswith((b"<!doctype html", b"<html", b"<head", b"<body")):
        return "html"
    if start.startswith(b"<?xml"):
        return "xml"
    return "binary" if b"\0" in body[:1024] or text_of(answer, strictly=True) is None else "text"


def _beginning(body: bytes) -> bytes:
    return body[:512].lstrip(b"\xef\xbb\xbf \t\r\n")


def text_of(answer: Answer, *, strictly: bool = False) -> str | None:
    """The body as text, in the encoding that header, byte-order mark, page or content tell; None if there is no body.

    *strictly*: none too if it is not text in UTF-8, and no other encoding is told.
    """
    if answer.body is None:
        return None
    declared = answer.header("content-type")
    if strictly and "charset" not in (declared or "").lower():
        try:
            return answer.body.decode()
        except UnicodeDecodeError:
            return None
    return decode_html(declared, answer.body, _guess)


def json_of(answer: Answer) -> Any:
    """The body as data, whatever type it declares; None if it is none (or it is `null`)."""
    if not answer.body:
        return None
    return read_data(text_of(answer) or "", body_type(answer))


@lru_cache(512)
def _is_call(answer: Answer) -> bool:
    """Whether a script calls the function that was asked for, as data that any site may read."""
    if "script" not in body_type(answer):
        return False
    try:
        asked = {text for _, text in parse_qsl(urlsplit(answer.url).query)}
    except ValueError:
        return False
    return bool(asked) and called_in(text_of(answer) or "") in asked


def _guess(data: bytes) -> str | None:
    for encoding in ("utf-8", "cp1252"):
        try:
            data.decode(encoding)
        except UnicodeDecodeError:
            continue
        return encoding
    return None
