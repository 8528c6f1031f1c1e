"""The body of a request: how it is parted, and its text."""

from __future__ import annotations

import re
from typing import Literal

from . import jsontext, multipart, xmltext
from .traffic import Sent

_CHARSET = re.compile(r"charset=\"?([\w.:-]+)", re.IGNORECASE)
_XML = re.compile(r"\s*<(?:\?xml\b|methodCall>|[\w.-]*:?Envelope\b)")
"""How XML begins that says so itself; a piece of HTML may be written alike, and is one text."""
_JSON = re.compile(r"\s*[{\[]")
"""How JSON begins that is sent as a form, as scripts do that say nothing of its type; a field is written otherwise."""
_NAME = re.compile(r"[^=&\s]*(?:[=&]|$)")
"""How a form begins; text that a script sends and calls one, since it says nothing of its type, has blanks there."""
_FORM = re.compile(r"[^=&\s{\[<]+=[^&\s]*(?:&[^=&\s]+=[^&\s]*)*")


def body_kind(sent: Sent) -> Literal["form", "multipart", "json", "xml", "body"] | None:
    """How a request's body is parted; None if there is no body."""
    if not sent.body:
        return None
    declared = content_type_of(sent)
    kind = declared.partition(";")[0].strip().lower()
    text = body_text(sent)[0]
    is_called_form = kind == "application/x-www-form-urlencoded"
    if is_called_form and not _JSON.match(text) and _NAME.match(text):
        return "form"
    if kind.startswith("multipart/") and multipart.parts_of(sent.body, declared):
        return "multipart"
    if jsontext.leaves_of(text) is not None:
        return "json"
    if ("xml" in kind or _XML.match(text)) and xmltext.leaves_of(text) is not None:
        return "xml"
    is_form = (is_called_form and _NAME.match(text)) or (not kind and _FORM.fullmatch(text))
    return "form" if is_form else "body"


def form_text(sent: Sent) -> str:
    """A form as it stands, byte by byte."""
    return (sent.body or b"").decode("latin-1")


def content_type_of(sent: Sent) -> str:
    """What it declares; empty if there is nothing."""
    return sent.header("content-type") or ""


def charset_of(sent: Sent) -> str:
    """The charset that it declares; empty if there is none."""
    found = _CHARSET.search(content_type_of(sent))
    return found.group(1) if found else ""


def body_text(sent: Sent) -> tuple[str, str]:
    """The body as text, and the charset in which it is."""
    return decoded(sent.body or b"", charset_of(sent))


def decoded(data: bytes, charset: str = "") -> tuple[str, str]:
    """Bytes as text, and the charset that they are in: UTF-8, or what is declared, or else Latin-1."""
    text = _tried(data, "utf-8")
    if text is not None:
        return text, "utf-8"
    text = _tried(data, charset) if charset else None
    return (data.decode("latin-1"), "latin-1") if text is None else (text, charset)


def _tried(data: bytes, charset: str) -> str | None:
    try:
        return data.decode(charset)
    except (LookupError, UnicodeDecodeError):
        return None


def encoded(text: str, charset: str) -> bytes:
    """Text in a charset, or in UTF-8 where it does not fit."""
    try:
        return text.encode(charset)
    except UnicodeEncodeError:
        return text.encode("utf-8", "surrogatepass")
