"""A project of two lines: `nav` searches the portal and the forum, `content` reads what was found."""

from __future__ import annotations

import os
import pprint
import subprocess
import time

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


class Crew:
    """Commands of a project that run side by side, each with its log; all are gone at the end of the block."""

    def __init__(self, project) -> None:
        self.project = project
        self.running: list[tuple[str, subprocess.Popen]] = []
        self.started = 0
        merged = [f"{name} = {pprint.pformat(value)}" for name, value in project.settings.items()]
        project.write("conf.py", "\n".join(merged) + "\n")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for _, process in self.running:
            process.kill()
            process.wait()

    def start(self, *arguments: str) -> subprocess.Popen:
        self.started += 1
        with (self.project.folder / f"log{self.started}").open("w") as log:
            environment = {name: value for name, value in os.environ.items() if not name.lower().endswith("_proxy")}
            process = subprocess.Popen(
                self.project.command(*arguments), cwd=self.project.folder, env=environment, stdout=log, stderr=log
            )
        self.running.append((arguments[2], process))
        return process

    def work(self, *names: str) -> subprocess.Popen:
        """A worker; its records go to a file of its own."""
        return self.start("bt", "work", *names, "-o", f"{self.started + 1}-%(name)s.jl")

    def kill(self, process: subprocess.Popen) -> str:
        """SIGKILL; gives the line that it worked on."""
        process.kill()
        process.wait()
        (name,) = [name for name, each in self.running if each is process]
        self.running = [pair for pair in self.running if pair[1] is not process]
        return name

    def finish(self, seconds: float) -> None:
        """All of them end by themselves, in order."""
        end = time.monotonic() + seconds
        for _, process in self.running:
            try:
                code = process.wait(max(0.1, end - time.monotonic()))
            except subprocess.TimeoutExpired:
                raise AssertionError(f"still running after {seconds} s\n{self.logs()}") from None
            assert code == 0, self.logs()

    def logs(self) -> str:
        return "\n".join(path.read_text()[-2500:] for path in sorted(self.project.folder.glob("log*")))
