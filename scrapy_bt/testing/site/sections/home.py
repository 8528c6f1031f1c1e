"""The home page: what there is and what to practise on it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from html import escape

from scrapy_bt.testing.site.exchange import Ask, Reply, show
from scrapy_bt.testing.site.markup import frame
from scrapy_bt.testing.site.sections.section import Section
from scrapy_bt.testing.site.settings import SiteSettings

ROBOTS = Reply(b"User-agent: *\nAllow: /\nDisallow: /_\n", content_type="text/plain; charset=utf-8")


class Home(Section):
    """The page at / that explains the other sections, and robots.txt."""

    names = ("", "robots.txt")
    summary = ""

    def __init__(self, sections: Sequence[Section]) -> None:
        self.fixed = {"/": show(_describe(sections)), "/robots.txt": ROBOTS}

    def answer(self, ask: Ask) -> Reply:
        return self.refuse(ask)


def _describe(sections: Sequence[Section]) -> str:
    about = "\n".join(
        f'<section id="{section.names[0]}">\n<h2><a href="/{section.names[0]}/">/{section.names[0]}/</a></h2>\n'
        f"<p>{section.summary}</p>\n</section>"
        for section in sections
    )
    settings = "\n".join(
        f"<tr><td><code>{each.name}</code></td><td>{escape(str(getattr(SiteSettings(), each.name)))}</td>"
        f"<td>{escape(each.metadata['meaning'])}{'; at the start only' if each.metadata['at_start'] else ''}</td></tr>"
        for each in fields(SiteSettings)
    )
    return frame(
        "Practice site",
        f"""<h1>Practice site</h1>
<p>A web site on your own machine to learn crawling on. Everything on it is made up, the same at every start, and you
may ask for it as often and as fast as you like. Each section has one thing that real sites do to a crawler.</p>
{about}
<h2 id="counts">What did my crawler do?</h2>
<p><a href="/_counts">/_counts</a> tells what the site was asked for: requests by path, by method, by status, and how
many came at the same time. <code>POST /_reset</code> makes the site as it was at its start, <code>POST /_expire</code>
ends every login and token now, and <code>POST /_settings</code> with a JSON object changes settings:</p>
<table id="settings">
<tr><th>setting</th><th>default</th><th>meaning (times in seconds)</th></tr>
{settings}
</table>""",
    )
