"""What the page of a crawl does by itself: an outline of many nodes, and an hour of news.

The news are made in the page, since an hour cannot be waited for: as many as a stream brings in an hour, half a second
apart by what they say.
"""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page

from benchmarks.rounds import spread

_HOUR = 7200
"""News of an hour."""
_TIMED = """(rounds) => {
    const outline = document.querySelector("bt-crawl").outline;
    const rows = [...outline.rows.values()];
    const time = (act) => {
        const began = performance.now();
        act();
        outline.box.offsetHeight; // styles and places, too
        return performance.now() - began;
    };
    const found = { layout: [], draw: [], update: [] };
    for (let round = 0; round < rounds; round += 1) {
        found.layout.push(time(() => outline.layOut()));
        found.draw.push(time(() => outline.draw()));
        const row = rows[round];
        found.update.push(time(() => {
            outline.keep([{ ...row, ready: row.ready + round + 1 }], [], false);
            outline.show(outline.at + 1);
        }));
    }
    return { ...found, rows: rows.length };
}"""
_NEWS = """async (count) => {
    const crawl = document.querySelector("bt-crawl");
    const row = [...crawl.outline.rows.values()].at(-1);
    const began = crawl.at;
    for (let each = 1; each <= count; each += 1) {
        const at = began + each / 2;
        const tasks = { ...crawl.snapshot.tasks, ready: each };
        const snapshot = { ...crawl.snapshot, at, tasks };
        crawl.onEvent({ at, rest: 0, snapshot, nodes: [{ ...row, ready: each }], gone: [], whole: false });
        if (each % 100 === 0) await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    return crawl.samples.length;
}"""


def measure_outline(page: Page, *, rounds: int) -> dict[str, Any]:
    """Of an open page of a crawl whose nodes have all come."""
    told = page.evaluate(_TIMED, rounds)
    name = f"{told['rows']:,} nodes"
    bars = {"layout": 100.0, "draw": 33.0, "update": 16.0}
    return {f"{name}: {what}": spread(told[what], "ms", at_most=most) for what, most in bars.items()}


def measure_hour(page: Page) -> dict[str, Any]:
    """Of an open page of a crawl: what it keeps of an hour, and what comes to that in the next one."""
    page.evaluate(_NEWS, _HOUR)
    before = heap(page)
    page.evaluate(_NEWS, _HOUR)
    after = heap(page)
    return {
        "heap of the tab after an hour": spread([before], "MB", at_most=120),
        "heap of the tab, more after another hour": spread([after - before], "MB", at_most=5),
    }


def heap(page: Page) -> float:
    """Megabytes that scripts keep."""
    session = page.context.new_cdp_session(page)
    session.send("HeapProfiler.collectGarbage")
    session.send("Performance.enable")
    told = {each["name"]: each["value"] for each in session.send("Performance.getMetrics")["metrics"]}
    session.detach()
    return float(told["JSHeapUsedSize"]) / 1e6
