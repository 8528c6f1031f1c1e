"""XML as a text whose leaves are named, and can be changed or left out without touching what is beside them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from html import escape, unescape

from lxml import etree

_TOKEN = re.compile(
    r"<!--.*?-->|<\?.*?\?>|<!\[CDATA\[(?P<held>.*?)\]\]>|<!\w[^>]*>"
    r"|<(?P<end>/)?(?P<name>[^\s/>]+)(?:[^>\"']|\"[^\"]*\"|'[^']*')*?(?P<closed>/)?>|(?P<text>[^<]+)",
    re.DOTALL,
)
_ATTRIBUTE = re.compile(r"\s(?P<name>[^\s=]+)\s*=\s*(?:\"(?P<double>[^\"]*)\"|'(?P<single>[^']*)')")
_SUBSET = re.compile(r"<!DOCTYPE[^>]*\[")
"""A document type that declares names of its own: what they stand for is not read."""
_DECLARATION = re.compile(r"\A<\?xml.*?\?>", re.DOTALL)
_ENVELOPE = frozenset({"Envelope", "Header", "Body"})
"""What SOAP is wrapped in."""
_PLUMBING = frozenset(
    {
        *("methodCall", "methodResponse", "fault", "params", "param", "value", "array", "data", "struct", "member"),
        *("string", "int", "i4", "i8", "double", "boolean", "base64", "dateTime.iso8601"),
    }
)
"""What XML-RPC is made of."""
_CALLS = ("methodCall", "methodResponse")


@dataclass(frozen=True)
class _Leaf:
    """An attribute, or an element with text alone: its place in the whole, and that of its text.

    An attribute, and an element with attributes, which are leaves themselves, are emptied where they are left out.
    """

    name: str
    start: int
    end: int
    inner: tuple[int, int]
    value: str


def leaves_of(text: str) -> list[tuple[str, str]] | None:
    """The path and the text of each attribute, and each element that holds no other; None if the text is no XML.

    A path has the local names below the root; what SOAP and XML-RPC wrap values in is left out of it, and a member of
    an XML-RPC structure is called by its name.
    """
    found = _parsed(text)
    return None if found is None else [(leaf.name, leaf.value) for leaf in found]


def with_leaves(text: str, changes: Mapping[int, str | None]) -> str:
    """The text with some leaves changed or left out (none), by their places; what is not changed stays, to the byte."""
    return "".join(part if isinstance(part, str) else part[1] for part in parts_of(text, changes))


def parts_of(text: str, changes: Mapping[int, str | None]) -> list[str | tuple[int, str]]:
    """The text in parts: what stands between the leaves, and each leaf with its place and its text as it is written."""
    parts: list[str | tuple[int, str]] = []
    at = 0
    for place, leaf in enumerate(_parsed(text) or ()):
        new = changes.get(place, leaf.value)
        start, end = leaf.inner if new is not None else (leaf.start, leaf.end)
        parts.append(text[at:start])
        if new is not None:
            parts.append((place, text[start:end] if new == leaf.value else escape(new)))
        at = end
    return [*parts, text[at:]]


def _parsed(text: str) -> list[_Leaf] | None:
    if not text.lstrip("\ufeff \t\r\n").startswith("<") or _SUBSET.search(text) or not _is_well_formed(text):
        return None
    leaves: list[_Leaf] = []
    path: list[str] = []
    member = [""]
    opened: tuple[int, int] | None = None
    held = ""
    is_rpc = False
    for token in _TOKEN.finditer(text):
        if token["name"] is None:
            held += token["held"] if token["held"] is not None else unescape(token["text"] or "")
            continue
        name = token["name"].rpartition(":")[2]
        if not token["end"]:
            attributes = list(_attributes(token, [*path, name]))
            leaves += attributes
        if token["closed"]:
            opened = None
        elif not token["end"]:
            path.append(name)
            member.append(member[-1])
            is_rpc = path[0] in _CALLS
            opened, held = (token.end() if attributes else token.start(), token.end()), ""
        else:
            if opened is not None and is_rpc and name == "name" and path[-2:-1] == ["member"]:
                member[-2] = held.strip()
            elif opened is not None:
                start, inner = opened
                end = token.end() if start < inner else token.start()
                leaves.append(_Leaf(_told(path, member, is_rpc=is_rpc), start, end, (inner, token.start()), held))
            path.pop()
            member.pop()
            opened = None
    return leaves or None


def _attributes(tag: re.Match[str], path: list[str]) -> Iterator[_Leaf]:
    for found in _ATTRIBUTE.finditer(tag[0]):
        if found["name"] == "xmlns" or ":" in found["name"]:
            continue
        start, end = (tag.start() + at for at in found.span("double" if found["double"] is not None else "single"))
        value = unescape(found["double"] or found["single"] or "")
        yield _Leaf(_told([*path, found["name"]], [], is_rpc=False), start, end, (start, end), value)


def _told(path: list[str], member: list[str], *, is_rpc: bool) -> str:
    if not is_rpc:
        return ".".join(name for name in path[1:] if name not in _ENVELOPE) or path[0]
    named = [name for name in dict.fromkeys(member) if name]
    return ".".join((*named, *(name for name in path if name not in _PLUMBING))) or "param"


def _is_well_formed(text: str) -> bool:
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False)
    try:
        etree.fromstring(_DECLARATION.sub("", text.strip("\ufeff \t\r\n")).encode(), parser)
    except (etree.XMLSyntaxError, ValueError):
        return False
    return True
