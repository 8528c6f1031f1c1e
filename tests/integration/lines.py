"""A project of two lines: `nav` searches the portal and the forum, `content` reads what was found."""

from __future__ import annotations

from scrapy_bt.testing.site.content.topics import make_articles, make_threads
from scrapy_bt.testing.site.sections.portal import paths_of

PLACES = ("harbour", "lighthouse", "灯塔")

NAV = """
main :: serial (url, platform) { :page  :link }
page :: visit "{url}"
link :: item each css "li.result, li.thread" {
    url = css "a::attr(href)" as url
    platform = platform
}
"""

CONTENT = """
main   :: and (url, platform) { :page  :record }
page   :: visit "{url}"
record :: item { url = page.url  platform = platform  title = css "h1::text" }
"""

SCHEME = """
scheme = "places"

[values]
site = "http://127.0.0.1:8000"

[[classes]]
class = "place"
optional = ["harbour", "lighthouse", "灯塔"]

[[platforms]]
platform = "portal"
url = "{site}/portal/search"
parameters = { q = "{keywords}", page = "{page}" }
pages = { last = 5 }

[[platforms]]
platform = "forum"
url = "{site}/forum/search?q={keywords}&page={page}"
pages = { last = 2 }
"""

SEEDS = 3 * (5 + 2)


def expected(site: str) -> set[tuple[str, str]]:
    """Platform and URL of everything that the scheme leads to."""
    articles = [article for article in make_articles("practice") if any(article.fits([place]) for place in PLACES)]
    threads = [thread for thread in make_threads("practice") if any(thread.fits([place]) for place in PLACES)]
    return {
        *(("portal", f"{site}{path}") for article in articles for path in paths_of(article)),
        *(("forum", f"{site}/forum/thread/{thread.number}/") for thread in threads),
    }


def prepare(project, server) -> None:
    """Write trees, scheme and settings."""
    project.tree("nav", NAV)
    project.tree("content", CONTENT)
    project.write("places.toml", SCHEME)
    project.settings.update(
        BT_FRONTIER="redis",
        REDIS_URL=server.url,
        BT_SEEDS={"link": "content"},
        BT_FED_BY="nav",
        BT_CAPACITY=False,
        BT_LEASE_SECONDS=3,
        CONCURRENT_REQUESTS_PER_DOMAIN=16,
        FEED_EXPORT_ENCODING="utf-8",
    )
