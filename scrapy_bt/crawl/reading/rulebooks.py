"""Rules at work on responses: sources of rules answered, and what rules have to tell."""

from __future__ import annotations

import logging
import os
import shlex
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Any, Protocol

from scrapy.crawler import Crawler
from scrapy.http import Response

from ...commandlines import command_line
from ...core.regex.deadlines import Timeout
from ...core.rules.encoding import DecodedText, decode_page
from ...core.rules.files.reader import read_rule
from ...core.rules.groups import Unequal
from ...core.rules.notes import Broken, Empty, LinkDenied, NoNumber, Note, SeveralNumbers, TextCut
from ...core.rules.requests import parse_request
from ...core.rules.rule import Rule, Tag, TagRef
from ...core.rules.rule_pages import RulePage
from ...core.rules.sites import RuleSite
from ...core.rules.visits import LAYERS, RULE
from ...core.tree.conversions import as_number, count_numbers
from ...core.tree.values import to_number, to_text
from ...errors import NodeError, PatternError
from ...sentences import say
from ...settings import DEFAULTS
from .missed_pages import PageKeeper
from .pages import ResponsePage

logger = logging.getLogger(__name__)

Tell = Callable[[RuleSite, str, Response | None, Note], None]
"""Takes the rule, its file, the page where there is one, and what there is to tell."""


class TagHealer(Protocol):
    """Gives what stands in for a tag that takes nothing."""

    def other_tag(self, file: str, ref: TagRef, tag: Tag) -> Tag | None:
        """Another tag, of the rule of a file; any thread may ask."""
        ...


class RuleBook:
    """The rules of a program; *tell* hears what they have to tell of pages."""

    def __init__(
        self,
        texts: Mapping[str, str],
        *,
        regex_seconds: float = DEFAULTS["BT_REGEX_SECONDS"],
        tell: Tell | None = None,
    ) -> None:
        self._texts, self._tell = texts, tell
        self._timeout = Timeout(regex_seconds, perf_counter)
        self._sites: dict[str, RuleSite] = {}
        self.healer: TagHealer | None = None

    def site(self, file: str) -> RuleSite:
        """The rule of a file; raises `NodeError` where the program has none."""
        if file not in self._sites:
            if file not in self._texts:
                raise NodeError(say("the rule '{}' is not among those of the tree", file))
            self._sites[file] = RuleSite(read_rule(self._texts[file], file=file))
        return self._sites[file]

    def answer(self, texts: Sequence[str], scope: Any) -> list[Any]:
        """What a source finds in a page or a text; of entries that with a number."""
        file, *rest = texts
        site, request = self.site(file), parse_request(rest)
        if request.verb in ("url", "entry"):
            step = site.entry(request.layer, int(to_number(scope)))
            return [] if step is None else [step["url"] if request.verb == "url" else step]
        page = self._page(site, file, scope)
        try:
            found = page.answer(request)
            if request.verb == "rows":
                page.notes += notes_of_numbers(site, request.name, found, page.url)
            return found
        finally:
            self._tell_notes(site, file, page, scope)

    def reading(self, meta: Mapping[str, Any], page: ResponsePage) -> Callable[[], None] | None:
        """What is to be done in another thread before the page of a rule's visit is asked; None if that is quick."""
        file: Any = meta.get(RULE)
        layers: Any = meta.get(LAYERS)
        if file not in self._texts or not layers:
            return None
        read = self._page(self.site(file), file, page)
        known = [layer for layer in layers if layer in read.site.layers]
        try:
            return partial(read.read, known) if read.may_take_long(known) else None
        except PatternError:  # it will be told of its tag
            return None

    def _page(self, site: RuleSite, file: str, scope: Any) -> RulePage:
        if not isinstance(scope, ResponsePage):
            return RulePage(site, to_text(scope), "", timeout=self._timeout)
        page = scope.rules.get(file)
        if page is None:
            decoded = decode(scope.response, site.rule)
            page = scope.rules[file] = RulePage(
                site,
                decoded.text,
                scope.url,
                base_url=scope.base,
                encoding=decoded.encoding,
                timeout=self._timeout,
                other=None if self.healer is None else partial(self.healer.other_tag, file),
            )
        return page

    def _tell_notes(self, site: RuleSite, file: str, page: RulePage, scope: Any) -> None:
        notes, page.notes = page.notes, []
        if self._tell is not None:
            response = scope.response if isinstance(scope, ResponsePage) else None
            for note in notes:
                self._tell(site, file, response, note)


def notes_of_numbers(
    site: RuleSite, group: str, rows: Iterable[Mapping[str, str]], url: str
) -> Iterator[NoNumber | SeveralNumbers]:
    """What is lost where texts of a group's rows become numbers."""
    columns = next(each.columns for each in site.rule.groups if each.name == group)
    fields = zip(site.fields[group], columns, strict=True)
    numbers = [(field, column.name) for field, column in fields if column.type == "number"]
    for row in rows if numbers else ():
        for field, name in numbers:
            note = note_of_number(group, name, row[field], url)
            if note is not None:
                yield note


def note_of_number(group: str, column: str, text: str, url: str) -> NoNumber | SeveralNumbers | None:
    """What is lost where a text becomes a number; nothing is lost of an empty one."""
    count = count_numbers(text)
    value = as_number(text)
    if value is None:
        return NoNumber(group, column, text, url) if text.strip() else None
    return SeveralNumbers(group, column, text, count, value, url) if count > 1 else None


def decode(response: Response, rule: Rule) -> DecodedText:
    """The text of a response as the rule reads it."""
    header = response.headers.get("Content-Type")
    content_type = header.decode("latin-1") if header is not None else None
    return decode_page(response.body, content_type=content_type, encoding=rule.encoding)


class RuleTeller:
    """Tells the log and the statistics of a crawl, and keeps pages on which a tag took nothing."""

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = crawler
        self._keeper = PageKeeper(crawler.settings)
        self._told: dict[str, int] = {}
        self._said: dict[str, str] = {}
        """What was logged last of each kind: a page says the same of many values."""

    def __call__(self, site: RuleSite, file: str, response: Response | None, note: Note) -> None:
        """Count it; log the first of a kind, and from then on each tenth, hundredth … time."""
        kind, name = _kind_of(note)
        self._crawler.stats.inc_value(f"bt/rules/{kind}/{name}")
        count = self._told[f"{kind}/{name}"] = self._told.get(f"{kind}/{name}", 0) + 1
        kept = ""
        if isinstance(note, (Empty, Broken)) and response is not None:
            path = self._keeper.keep(site.rule.name, str(note.tag), response)
            if path is not None:
                kept = f"; the page is kept: {self._command(path, file, response.url, note.tag.layer)}"
        text = str(note)
        is_new = self._said.get(f"{kind}/{name}") != text
        if isinstance(note, (NoNumber, SeveralNumbers)):
            is_new &= count == 1  # each text differs, and the first says it all
        if kept or (is_new and count < _MANY) or count in (10, 100, 1000, 10_000, 100_000):
            self._said[f"{kind}/{name}"] = text
            level = logging.INFO if isinstance(note, (Empty, TextCut)) else logging.WARNING
            logger.log(level, "Rule %s: %s%s", site.rule.name, text, kept, extra={"spider": self._crawler.spider})

    def _command(self, page: Path, file: str, url: str, layer: str) -> str:
        """What shows why, as it is written on a command line; the page alone where there is no file of the rule."""
        tree: Any = getattr(self._crawler.spider, "tree_file", "")
        rule = Path(tree).parent / file
        if not tree or not rule.is_file():  # a worker has the rule's text alone
            return shlex.quote(_from_here(page))
        options = [("--url", url), ("--layer", layer)]
        return command_line(["scrapy", "bt", "rules", "try"], [_from_here(page), _from_here(rule)], options)


def _from_here(path: Path) -> str:
    path, here = Path(os.path.abspath(path)), Path.cwd()  # noqa: PTH100  # a link stays what the user calls it
    return str(path.relative_to(here) if path.is_relative_to(here) else path)


_MANY = 4
"""Times from which on the log does not need to have each."""


def _kind_of(note: Note) -> tuple[str, str]:
    match note:
        case Empty():
            return "empty", str(note.tag)
        case Broken():
            return "error", str(note.tag)
        case TextCut():
            return "cut", f"{note.group}.{note.column}"
        case NoNumber():
            return "no_number", f"{note.group}.{note.column}"
        case SeveralNumbers():
            return "several_numbers", f"{note.group}.{note.column}"
        case LinkDenied():
            return "denied", str(note.tag)
        case Unequal():
            return "unequal", note.group
    raise TypeError(note)
