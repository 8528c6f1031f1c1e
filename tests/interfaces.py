"""An interface of JSON that tells in mid-crawl what it told before within other things, and a spider for it."""

import json
from contextlib import contextmanager

from tests.serving import Handler, serving

PAGES = 70
BEFORE = 50
"""As they were; also without the 16 that may be on their way there are more than the 24 that tell what is usual."""

_SPIDER = """
import scrapy


class Things(scrapy.Spider):
    name = "plain"

    async def start(self):
        for number in range(PAGES):
            yield scrapy.Request(f"{self.site}/thing/{number}")

    def parse(self, response):
"""


def spider_that(parses):
    """A spider of all pages whose callback has these lines."""
    lines = "".join(f"        {line}\n" for line in parses.strip().splitlines())
    return _SPIDER.replace("PAGES", str(PAGES)) + lines


@contextmanager
def moving_interface(told):
    """Its address; *told*: what is told of a thing by its number, as it was."""

    class Interface(Handler):
        left = BEFORE

        def do_GET(self):  # noqa: N802 - as the server calls it
            if self.path == "/":
                self.answer(200, "".join(f"<a href=/thing/{n}>{n}</a>" for n in range(PAGES)))
            elif not self.path.startswith("/thing/"):
                self.answer(404, "none")
            else:
                Interface.left -= 1
                before = told(int(self.path[7:]))
                now = {"data": {**before, "seller": {"name": "Ann Lee", "since": 2019}}, "version": 2}
                self.answer(200, json.dumps(before if Interface.left >= 0 else now), kind="application/json")

    with serving(Interface) as address:
        yield address
