"""Goal 14: a project from our template, a plain spider and a tree, against Crawlee for Python as an expert sets it up.

Crawlee has its storage in memory and as many requests at once as we have; its lean form goes without the session pool.
Beside it stands spider-rs of npm, which follows every link and fetches in threads; its records are made by cheerio. The
template's courtesy is lifted, and pages are fetched by the lean client.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from benchmarks.projects import crawl_project, run_scrapy
from benchmarks.redis_worker import CONCURRENCY, TREE
from benchmarks.rounds import ROOT, beside, compare, interleave, run_command, run_worker, versions
from benchmarks.static_site import StaticSite
from tests.gallery.application import NotInstallableError, installed_from_npm

_GOALS = {"crawlee": 1.5, "crawlee-lean": 1.2, "spider-rs": 1.2}
_SPIDER_RS = {"@spider-rs/spider-rs": "0.0.157", "@spider-rs/spider-rs-linux-x64-gnu": "0.0.157", "cheerio": "1.2.0"}
_SETTINGS = (
    f"CONCURRENT_REQUESTS={CONCURRENCY}",
    f"CONCURRENT_REQUESTS_PER_DOMAIN={CONCURRENCY}",
    "DOWNLOAD_DELAY=0",
    "DOWNLOAD_SLOTS={}",
    "ROBOTSTXT_OBEY=False",
    "LOG_LEVEL=WARNING",
    "BT_CAPACITY=False",
    "BT_PROGRESS=off",
    "BT_HTTP=lean",
    "DOWNLOAD_HANDLERS={}",
)
_SPIDER = """
from benchmarks.redis_worker import ShapeSpider


class Spider(ShapeSpider):
    name = "plain"

    def __init__(self, **arguments):
        super().__init__(shape="list", **arguments)
"""


def run(quick: bool) -> dict[str, Any]:  # noqa: FBT001  # every goal's one argument
    """Measure the goal; the result is what `python -m benchmarks` prints."""
    if find_spec("crawlee") is None:
        raise SystemExit("goal 14 needs Crawlee: pip install 'scrapy_bt[bench]'")
    rounds = 3 if quick else 7
    pages = 500 if quick else 3000
    with tempfile.TemporaryDirectory() as folder, StaticSite(details=pages, graph=1) as site:
        project = Path(folder, "ours")
        run_scrapy(Path(folder), "bt", "new", "ours")
        Path(project, "ours", "spiders", "plain_spider.py").write_text(_SPIDER, encoding="utf-8")
        shutil.copy(TREE, project / "trees" / "list.bt")

        def ours(spider: str) -> dict[str, Any]:
            return _whole(crawl_project(project, spider, site.url, *_SETTINGS), spider)

        node = _install_spider_rs()
        peers = [kind for kind in _GOALS if kind != "spider-rs" or node is not None]

        def theirs(kind: str) -> dict[str, Any]:
            if node is not None and kind == "spider-rs":
                return _whole(run_command("node", node, site.url), kind)
            return _whole(run_worker("benchmarks.crawlee_worker", kind, site.url), kind)

        def _whole(measures: dict[str, Any], name: str) -> dict[str, Any]:
            assert measures["items"] == pages, f"{name}: {measures['items']} of {pages} items"
            return measures

        measured = interleave(
            {
                "spider": lambda: ours("plain"),
                "tree": lambda: ours("list"),
                **{kind: lambda kind=kind: theirs(kind) for kind in peers},  # type: ignore[misc]
            },
            rounds,
        )
    metrics: dict[str, Any] = {}
    for name in ("spider", "tree"):
        for peer in peers:
            rate = compare(measured, "pages_per_s", name, peer, target=_GOALS[peer], at_least=True)
            metrics[f"{name} / {peer}, pages/s"] = rate
            metrics[f"{name} / {peer}, CPU/page"] = beside(measured, "cpu_ms_per_page", name, peer)
    return {
        "goal": 14,
        "versions": versions("scrapy", "crawlee", "httptools", "parsel", "lxml"),
        "settings": {"ours": _SETTINGS, "theirs": f"MemoryStorageClient, concurrency {CONCURRENCY}"},
        "rounds": rounds,
        "metrics": metrics,
    }


def _install_spider_rs() -> Path | None:
    """Its worker, beside what it needs; None, and a line that says so, where npm has it not."""
    try:
        commands = installed_from_npm("spider-rs", **_SPIDER_RS)
    except NotInstallableError as error:
        print(f"spider-rs is left out: {error}", file=sys.stderr)
        return None
    worker = commands.parent.parent / "worker.mjs"
    shutil.copy(ROOT / "benchmarks" / "spider_rs_worker.mjs", worker)
    return worker
