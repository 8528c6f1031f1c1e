"""Entries, hosts, encodings and dates in a rule file."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from encodings.aliases import aliases
from urllib.parse import urlsplit

from w3lib.encoding import resolve_encoding

from ....errors import Place, Suggestion
from ....sentences import say
from ...documents.encodings import is_charset
from ...documents.fields import mappings
from ...documents.nodes import ListNode, Mapping, Scalar
from ...documents.report import ShapeReport
from ..entries import EntryError, EntryUrls
from .outline import RuleOutline

MOST_ENTRIES = 10_000_000
"""URLs with which a rule may begin."""
_HOST = re.compile(r"(?:\*\.)?[^\s/?#@:\\%*]+(?::\d{1,5})?|\[[0-9a-fA-F:.]+\](?::\d{1,5})?")
_DATE = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)
_BLOCK = re.compile(r"<[^<>]*>")


def check_addresses(outline: RuleOutline, report: ShapeReport) -> None:
    """Tell what is wrong with them."""
    root = outline.root
    site = root.get("site")
    url = site.get("url") if isinstance(site, Mapping) else None
    has_site = isinstance(url, Scalar) and bool(url.text)
    if has_site and isinstance(url, Scalar):
        _check_url(url, report, is_relative_told=True)
    _check_encoding(root, report)
    _check_created(root, report)
    for host in _texts(root, "hosts"):
        if _HOST.fullmatch(host.text) is None:
            message = say("`{}` is no host", host.text)
            report.add(
                "bad-host",
                host.place,
                message,
                say("write it without scheme and path: www.example.org, or *.example.org for all below it"),
            )
    for layer in mappings(root, "layers"):
        for entry in _texts(layer, "entries"):
            _check_entry(entry, report, has_site=has_site)


def _check_entry(node: Scalar, report: ShapeReport, *, has_site: bool) -> None:
    text = node.text
    try:
        entries = EntryUrls(text)
    except EntryError as error:
        report.add("bad-entry", _part(node, f"<{error.block}>", report), error.message, error.advice)
        return
    if entries.count > MOST_ENTRIES:
        message = say("these are {:,} URLs; a rule begins with at most {:,}", entries.count, MOST_ENTRIES)
        advice = say("make the blocks smaller, or take the links from a page of the site")
        report.add("too-many-entries", node.place, message, advice)
    if "<" in _BLOCK.sub("", text) or ">" in _BLOCK.sub("", text):
        message = say("`<` and `>` may only enclose blocks")
        report.add("bad-entry", node.place, message, say("write %3C and %3E for the signs themselves"))
    else:
        _check_url(node, report, is_relative_told=not has_site)


def _check_url(node: Scalar, report: ShapeReport, *, is_relative_told: bool) -> None:
    text = _BLOCK.sub("1", node.text.strip())
    try:
        parts = urlsplit(text)
        host, _ = parts.hostname, parts.port
    except ValueError as error:
        report.add(
            "bad-url", node.place, say("this is no URL: {}", error), say("for example https://www.example.org/list")
        )
        return
    if not text or re.search(r"\s", text):
        report.add("bad-url", node.place, say("a URL has no spaces, and is not empty"), say("write %20 for a space"))
    elif parts.scheme and parts.scheme not in ("http", "https"):
        message = say("a rule visits http and https, not `{}:`", parts.scheme)
        report.add("bad-url", node.place, message, say("for example https://www.example.org/list"))
    elif parts.scheme and not host:
        report.add("bad-url", node.place, say("the URL has no host"), say("for example https://www.example.org/list"))
    elif not parts.scheme and is_relative_told:
        message = say("this URL is relative, and there is nothing that it is relative to")
        advice = say("write it with https:// and its host, or give the home page of the site: `site:` with `url:`")
        report.add("relative-url", node.place, message, advice)


def _check_encoding(root: Mapping, report: ShapeReport) -> None:
    node = root.get("encoding")
    if not isinstance(node, Scalar) or not isinstance(node.value, str) or not node.text:
        return
    if is_encoding(node.text):
        return
    known = (name for name in sorted({*aliases, *aliases.values()}) if is_encoding(name))
    advice = report.did_you_mean(node.text.lower().replace("-", "_"), known)
    if not isinstance(advice, Suggestion):
        advice = say("for example utf-8, gb18030, big5, shift_jis, windows-1252")
    report.add("unknown-encoding", node.place, say("there is no encoding `{}`", node.text), advice)


def is_encoding(name: str) -> bool:
    """Whether pages can be read in an encoding of that name."""
    resolved = resolve_encoding(name)
    return resolved is not None and is_charset(resolved)


def _check_created(root: Mapping, report: ShapeReport) -> None:
    node = root.get("created")
    if not isinstance(node, Scalar) or not isinstance(node.value, str) or not node.text:
        return
    try:
        is_date = _DATE.fullmatch(node.text) is not None and bool(date.fromisoformat(node.text))
    except ValueError:
        is_date = False
    if not is_date:
        report.add(
            "bad-date", node.place, say("`{}` is no date", node.text), say("write year, month and day: 2026-01-31")
        )


def _part(node: Scalar, part: str, report: ShapeReport) -> Place:
    at = report.text.find(part, node.start, node.end) if part else -1
    return node.place if at < 0 else report.place(at, at + len(part))


def _texts(within: Mapping, key: str) -> Iterator[Scalar]:
    found = within.get(key)
    if isinstance(found, ListNode):
        yield from (node for node in found.items if isinstance(node, Scalar) and isinstance(node.value, str))
