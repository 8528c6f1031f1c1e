"""Real pages before and after a redesign, served as a site that changes, with a spider of ordinary selectors."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from lxml import html

from scrapy_bt.core.healing.fields import run_selector
from scrapy_bt.core.healing.pages import Page, seen_text, squeeze
from scrapy_bt.core.healing.patching.pieces import is_xpath
from scrapy_bt.learning.labelled import LabelledPair, read_page
from tests.serving import Handler, serving

HEAD = """
import scrapy


class Redesigned(scrapy.Spider):
    name = "redesigned"

    async def start(self):
        for pair in {pairs}:
            for number in range({pages}):
                yield scrapy.Request(f"{{self.site}}/{{pair}}/{{number}}", callback=getattr(self, f"parse_{{pair}}"))
"""
CALLBACK = """
    def parse_{number}(self, response):
        found = {{}}
{lines}
        texts = {{name: " ".join(" ".join(one).split()) for name, one in found.items()}}
        yield {{"url": response.url[len(self.site):], **texts}}
"""


@dataclass
class Redesigned:
    """A pair whose pages are made many: a number stands behind each value."""

    pair: LabelledPair

    @cached_property
    def fields(self) -> Mapping[str, str]:
        """Selectors of the fields that are found on the page before and whose value is known on that of today."""
        old, new = (Page(read_page(path)) for path in (self.pair.old, self.pair.new))
        texts = Counter(value for one in self.pair.fields.values() for value in {one.new_value, one.old_value})
        return {
            name: one.selector
            for name, one in self.pair.fields.items()
            if len(run_selector(old, one.selector)) == 1
            and squeeze(one.new_value).casefold() in new.by_text
            and seen_text(run_selector(old, one.selector)[0]) == squeeze(one.old_value)
            and texts[one.new_value] == texts[one.old_value] == 1
        }

    def page(self, number: int, *, is_new: bool) -> str:
        """The source of one of the many."""
        page = Page(read_page(self.pair.new if is_new else self.pair.old))
        for element in self._places(page, is_new=is_new):
            inner = next(
                (one for one in element.iter() if isinstance(one.tag, str) and (one.text or "").strip()), element
            )
            inner.text = f"{(inner.text or '').rstrip()} {number}"
        return html.tostring(page.root, encoding="unicode", doctype="<!DOCTYPE html>")

    def values(self, number: int) -> Mapping[str, tuple[str, str]]:
        """The true values of that page before and now, in small letters."""
        return {
            name: (f"{squeeze(one.old_value)} {number}".casefold(), f"{squeeze(one.new_value)} {number}".casefold())
            for name, one in self.pair.fields.items()
            if name in self.fields
        }

    def _places(self, page: Page, *, is_new: bool) -> list[Any]:
        """Wherever a value stands."""
        known = page.by_text
        values = (
            self.pair.fields[name].new_value if is_new else self.pair.fields[name].old_value for name in self.fields
        )
        return [one.outer for value in values for one in known.get(squeeze(value).casefold(), ())]


def spider_of(pairs: Sequence[Redesigned], pages: int) -> str:
    """The source of a spider whose callbacks take the fields of the pairs, each by its selector before."""
    callbacks = []
    for number, one in enumerate(pairs):
        lines = [f"        found[{name!r}] = {_call(selector)}.getall()" for name, selector in one.fields.items()]
        callbacks.append(CALLBACK.format(number=number, lines="\n".join(lines)))
    return HEAD.format(pairs=list(range(len(pairs))), pages=pages) + "".join(callbacks)


def _call(selector: str) -> str:
    """As a spider's author takes all texts of an element."""
    if is_xpath(selector):
        return f"response.xpath({selector + '//text()'!r})"
    return f"response.css({selector + ' ::text'!r})"


@contextmanager
def redesigned_site(pairs: Sequence[Redesigned], pages: int) -> Iterator[tuple[str, type]]:
    """Its address, and the handler whose `is_new` switches the layout."""
    kept = {
        (number, page, is_new): one.page(page, is_new=is_new)
        for number, one in enumerate(pairs)
        for page in range(pages)
        for is_new in (False, True)
    }

    class Site(Handler):
        is_new = False

        def do_GET(self) -> None:  # noqa: N802 - as the server calls it
            _, pair, number = self.path.split("/")
            kind = "text/html; charset=utf-8"
            self.answer(200, kept[int(pair), int(number), Site.is_new].encode("utf-8", "replace"), kind=kind)

    with serving(Site) as address:
        yield address, Site
