"""A resource that serves one request at a time."""

from __future__ import annotations

from scrapy_bt.testing.site.exchange import Ask, Reply, show
from scrapy_bt.testing.site.markup import frame
from scrapy_bt.testing.site.sections.section import Section, message_reply


class Single(Section):
    """All paths of the section are the same desk with room for one."""

    names = ("single",)
    summary = (
        'A desk with room for one: <a href="/single/">/single/</a> and everything below it (<code>/single/1</code>, '
        "<code>/single/2</code>, …) work on one request at a time. Whoever comes meanwhile gets 409, and that is "
        "counted as a violation."
    )

    def __init__(self) -> None:
        self._is_busy = False
        self._served = 0

    def answer(self, ask: Ask) -> Reply:
        if self._is_busy:
            violation = message_reply("Conflict", "Another request is being worked on: one at a time.", status=409)
            return Reply(violation.body, status=409, is_violation=True)
        self._is_busy = True
        self._served += 1
        result = f'<p class="result">Request {self._served} was served alone.</p>'
        html = frame("Single", f"<h1>One at a time</h1>\n{result}")
        return Reply(show(html).body, work=ask.settings.single_seconds, finish=self._free)

    def reset(self) -> None:
        # A request that is being worked on goes on, so the desk stays taken.
        self._served = 0

    def _free(self) -> None:
        self._is_busy = False
