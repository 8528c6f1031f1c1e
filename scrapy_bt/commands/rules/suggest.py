"""`scrapy bt rules suggest`: from examples on a page to a tag that takes them and their likes."""

from __future__ import annotations

import argparse
import json
from time import perf_counter
from typing import Any

from scrapy.exceptions import UsageError
from scrapy.settings import Settings

from ...core.documents.names import is_name
from ...core.regex.deadlines import Timeout
from ...core.rules.suggestion.matches import MOST, ExampleMatch, Near, says_something
from ...core.rules.suggestion.outline import PageOutline
from ...core.rules.suggestion.suggest import SECONDS, TagProposal, TagSuggestion, suggest
from ...operations.trials.pages import TrialPage, read_page_at
from ...operations.trials.records import suggestion_record, tag_text
from ...settings import BTSettings
from ..shared.screen import Screen

_SHOWN = 4
_LONGEST = 100


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("page", metavar="PAGE", help="a file, or a URL")
    parser.add_argument(
        "--take",
        action="append",
        required=True,
        metavar="TEXT",
        help="what to take, as a reader sees it, or a link; … in it is anything. Two show which list is meant",
    )
    parser.add_argument("--tag", default="", metavar="NAME", help="the tag's name; default: what the page suggests")
    parser.add_argument("--most", type=int, default=3, metavar="N", help="at most so many proposals (default: 3)")
    parser.add_argument("--encoding", default="", help="of the page; default: what it says itself")
    parser.add_argument("--url", default="", help="where a file was found, for its links")
    parser.add_argument(
        "--seconds", type=float, default=SECONDS, metavar="N", help=f"give up after so many (default: {SECONDS:g})"
    )
    parser.add_argument("--json", action="store_true", help="print everything as JSON")


def run(options: argparse.Namespace, settings: Settings) -> int:
    """Print the proposals; return 1 if there are none."""
    if options.tag and not is_name(options.tag):
        raise UsageError(f"'{options.tag}' is no name of a tag; take letters, digits and _, a letter first")
    if not all(map(says_something, options.take)):
        raise UsageError("--take is empty, or all of it is `…`; give a text that stands on the page")
    if options.most < 1:
        raise UsageError("--most is at least 1")
    if not options.seconds > 0:
        raise UsageError("--seconds is more than 0")
    page = read_page_at(options.page, settings, encoding=options.encoding, url=options.url)
    timeout = Timeout(BTSettings.read(settings).regex_seconds or 1.0, perf_counter)
    found = suggest(
        page.text,
        options.take,
        name=options.tag,
        base_url=page.base_url,
        most=options.most,
        timeout=timeout,
        seconds=options.seconds,
    )
    if options.json:
        print(json.dumps(_record(page, found), ensure_ascii=False, indent=2))
    else:
        _SuggestionReport(page, found.outline, options.seconds).show(found)
    return 0 if found.proposals else 1


def _record(page: TrialPage, found: TagSuggestion) -> dict[str, Any]:
    return {
        "page": {"url": page.url, "encoding": page.decoded.encoding, "source": page.decoded.source},
        **suggestion_record(found),
    }


class _SuggestionReport:
    """Prints for people."""

    def __init__(self, page: TrialPage, outline: PageOutline | None, seconds: float) -> None:
        self._page, self._outline, self._seconds = page, outline, seconds
        self._screen = Screen()

    def show(self, found: TagSuggestion) -> None:
        """Print what was found."""
        self._screen.line((self._page.url, "bold"), f"  {self._page.described}")
        for example, matches in found.matches.items():
            if matches:
                self._sighted(example, matches)
        for example, near in found.missing.items():
            self._missing(example, near)
        for number, proposal in enumerate(found.proposals, 1):
            self._proposal(number, proposal)
        if found.broken_off:
            self._broken_off(found)
        elif not found.proposals and not found.missing:
            self._screen.line()
            self._screen.line(("No code takes all of these from this page.", "red"))
            self._screen.line("Give examples of one kind, or one alone; a tag takes one kind of thing.")

    def _broken_off(self, found: TagSuggestion) -> None:
        self._screen.line()
        size = f"{len(self._page.text):,} characters"
        self._screen.line((f"Broken off after {self._seconds:g} seconds, {found.broken_off} ({size}).", "yellow"))
        if found.proposals:
            self._screen.line("With more time there may be better ones: --seconds N.")
        else:
            self._screen.line("Give a file with a part of the page, in which the examples are, or more --seconds N.")

    def _sighted(self, example: str, matches: tuple[ExampleMatch, ...]) -> None:
        first = matches[0]
        what = f"the attribute {first.attribute}" if first.attribute else "text"
        number = f"{len(matches)}{' or more' if len(matches) >= MOST else ''}"
        places = f", one of {number} places" if len(matches) > 1 else ""
        self._screen.line((_short(example), "cyan"), f"  {what} at {self._at(first.span.start)}{places}")

    def _missing(self, example: str, near: Near) -> None:
        self._screen.line((_short(example), "cyan"), ("  is not on the page", "red"))
        if near.offset >= 0:
            self._screen.line(f"  nearest, at {self._at(near.offset)}: ", (_short(near.text), "cyan"))
        self._screen.line(f"  {near.advice}")

    def _proposal(self, number: int, proposal: TagProposal) -> None:
        self._screen.line()
        self._screen.line(
            (f"{number}", "bold"), f"  takes {len(proposal.values)}  ", (f"score {proposal.score}", "dim")
        )
        for line in tag_text(proposal.tag).splitlines():
            self._screen.line(("     " + line, "green"))
        for value in proposal.values[:_SHOWN]:
            self._screen.line("     → ", (_short(value), "cyan"))
        if len(proposal.values) > _SHOWN:
            self._screen.line(f"     … {len(proposal.values) - _SHOWN} more")
        if proposal.reasons:
            self._screen.line((f"     {'; '.join(proposal.reasons)}", "dim"))
        for warning in proposal.warnings:
            self._screen.line((f"     careful: {warning}", "yellow"))

    def _at(self, offset: int) -> str:
        assert self._outline is not None, "nothing is found on a page that was not read"
        return "{}:{}".format(*self._outline.place(offset))


def _short(text: str) -> str:
    words = " ".join(text.split())
    return f"“{words if len(words) <= _LONGEST else words[: _LONGEST - 1] + '…'}”"
