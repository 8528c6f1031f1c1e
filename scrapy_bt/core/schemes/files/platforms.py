"""Checks of the platforms of a scheme: templates, page ranges, encodings."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import quote

from ....sentences import say
from ...documents.encodings import is_charset
from ...documents.fields import mappings, number_of, text_of
from ...documents.nodes import Mapping, MappingEntry, Scalar
from ...documents.report import ShapeReport
from ..seeds import SEED_TIME
from ..templates import BUILT_IN, OLD_NAMES, PAGE_NUMBER, find_holes
from .builder import field_or_record, pages_of, pairs
from .urls import check_urls

_KEYWORDS = "{keywords}"
_GIVEN = {*BUILT_IN, *OLD_NAMES, SEED_TIME}


def check_platforms(root: Mapping, report: ShapeReport) -> None:
    """Tell what makes no URLs, or the same ones over and over."""
    own = dict(pairs(root, "values"))
    known = (*BUILT_IN, *own)
    _check_values(root, report)
    seen: dict[str, Scalar] = {}
    node = root.get("platforms")
    platforms = list(mappings(root, "platforms"))
    if node is not None and not platforms and not report:
        report.add("empty-scheme", node.place, say("a scheme needs a platform"), say("add one with a `url`"))
    for each in platforms:
        name = each.get("platform")
        if isinstance(name, Scalar):
            first = seen.setdefault(name.text, name)
            if first is not name:
                message = say("there is a platform `{}` in line {} already", name.text, first.place.line)
                report.add("double-platform", name.place, message, say("rename one of them"))
        _Platform(each, report).check(known)
    # A value that the file leaves empty is still to come, by the command line.
    check_urls(root, {name: value for name, value in own.items() if value}, report)


class _Platform:
    def __init__(self, node: Mapping, report: ShapeReport) -> None:
        self._node, self._report = node, report

    def check(self, known: tuple[str, ...]) -> None:
        self._excludes()
        self._joint()
        self._pages()
        self._encoding()
        used: set[str] = set()
        is_all_read = True
        for template in self._templates():
            names = None if template is None else self._holes(template, known)
            used |= names or set()
            is_all_read &= names is not None
        if is_all_read:  # else what cannot be read may be the place of what is missed
            self._missing(used)

    def _missing(self, used: set[str]) -> None:
        """Tell what should make the URLs differ and stands in no template."""
        if "keywords" not in used:
            message = say("nothing here has `{keywords}`: every combination would give the same URL")
            advice = say("put `{keywords}` into the URL or into a parameter")
            self._report.add("no-keywords", field_or_record(self._node, "url").place, message, advice)
        if PAGE_NUMBER not in used and len(pages_of(self._node)) > 1:
            message = say("nothing here has `{{{}}}`: every page would have the same URL", PAGE_NUMBER)
            advice = say("put `{{{}}}` where it belongs", PAGE_NUMBER)
            self._report.add("no-page", field_or_record(self._node, "pages").place, message, advice)
        if "order" not in used and text_of(self._node, "order"):
            message = say("nothing here has `{order}`, so this order says nothing")
            self._report.add(
                "no-order", field_or_record(self._node, "order").place, message, say("put `{order}` into a parameter")
            )

    def _templates(self) -> Iterator[Scalar | None]:
        """The URL and the parameters; `None` stands for one that is no text, which was told."""
        url = self._node.get("url")
        yield url if isinstance(url, Scalar) and isinstance(url.value, str) else None
        parameters = self._node.get("parameters")
        if isinstance(parameters, Mapping):
            for entry in parameters:
                yield entry.value if isinstance(entry.value, Scalar) and not entry.value.is_nothing else None
        elif parameters is not None:
            yield None

    def _holes(self, template: Scalar, known: tuple[str, ...]) -> set[str] | None:
        """The names in a template; `None` where its braces do not fit."""
        report = self._report
        # Where a quoted text has no escapes, its signs stand in the file as they are.
        start = report.text.find(template.text, template.start, template.end) if template.text else -1
        try:
            holes = find_holes(template.text)
        except ValueError as error:
            place = report.place(start + error.args[0], start + error.args[0] + 1) if start >= 0 else template.place
            report.add("bad-template", place, say("this brace has no other"), say("write {{ or }} for a brace itself"))
            return None
        for hole in holes:
            if hole.name not in known:
                place = report.place(start + hole.start, start + hole.end) if start >= 0 else template.place
                message = say("`{{{}}}` is nothing that a template knows", hole.name)
                report.add("unknown-placeholder", place, message, report.did_you_mean(hole.name, known))
        return {hole.name for hole in holes}

    def _excludes(self) -> None:
        node = self._node.get("excludes")
        if not isinstance(node, Scalar) or not node.text:
            return
        try:
            names = {hole.name for hole in find_holes(node.text)}
        except ValueError:
            names = set()
        if names != {"word"}:
            message = say("`excludes` says how one excluded word is written, with `{word}` in its place")
            self._report.add("bad-template", node.place, message, say("for example -{word}"))

    def _joint(self) -> None:
        text = text_of(self._node, "joint")
        if text == "+" and self._is_asked_in_query():
            advice = say("leave `joint` out: a space stands there then, which is what `+` means in a query")
        elif text == "%20":
            advice = say("leave `joint` out: a space stands there then, and is escaped by itself")
        else:
            return
        message = say(
            "`joint` is escaped as the words are, so a URL would have `{}` between them", quote(text, safe="")
        )
        self._report.add("escaped-joint", field_or_record(self._node, "joint").place, message, advice)

    def _is_asked_in_query(self) -> bool:
        """Whether the words stand where `+` is a space: in a path it is a plus sign."""
        _, _, query = text_of(self._node, "url").partition("?")
        return _KEYWORDS in query or any(_KEYWORDS in value for _, value in pairs(self._node, "parameters"))

    def _pages(self) -> None:
        node = self._node.get("pages")
        if not isinstance(node, Mapping):
            return
        first, last = number_of(node, "first", 1), number_of(node, "last", -1)
        if 0 <= last < first:
            message = say("the range begins with page {} and ends with page {}", first, last)
            self._report.add(
                "bad-range", field_or_record(node, "last").place, message, say("the first comes before the last")
            )

    def _encoding(self) -> None:
        node = self._node.get("encoding")
        if not isinstance(node, Scalar) or not isinstance(node.value, str):
            return
        if not is_charset(node.text):
            message = say("`{}` is no encoding that is known here", node.text)
            self._report.add(
                "unknown-encoding", node.place, message, say("for example utf-8, gb18030, big5, shift_jis")
            )


def _check_values(root: Mapping, report: ShapeReport) -> None:
    node = root.get("values")
    entries: tuple[MappingEntry, ...] = node.entries if isinstance(node, Mapping) else ()
    for entry in entries:
        name = entry.key.text
        if name in _GIVEN or not name.isidentifier():
            why = (
                say("is what the scheme itself gives")
                if name in _GIVEN
                else say("is no name of letters, digits and `_`")
            )
            report.add("bad-value-name", entry.key.place, say("`{}` {}", name, why), say("choose another name"))
