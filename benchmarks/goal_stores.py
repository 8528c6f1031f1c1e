"""Stored records a second, against Scrapy with a plain synchronous pipeline."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from benchmarks.crawl_worker import TUNED
from benchmarks.rounds import beside, compare, interleave, run_worker, versions
from benchmarks.static_site import StaticSite
from scrapy_bt.testing.postgres import PostgresServer

_DURABLE = {"fsync": "on", "full_page_writes": "on"}
"""A commit is on the disk, as on a server of one's own."""


def run(quick: bool) -> dict[str, Any]:  # noqa: FBT001  # every goal's one argument
    """Measure the goal; the result is what `python -m benchmarks` prints."""
    rounds = 3 if quick else 7
    pages = 400 if quick else 1500
    metrics: dict[str, Any] = {}
    with (
        PostgresServer(options=_DURABLE) as server,
        StaticSite(details=pages, graph=1) as site,
        tempfile.TemporaryDirectory() as folder,
    ):
        sqlite = f"sqlite:///{Path(folder) / 'records.db'}"
        for database, url in (("PostgreSQL", server.url), ("SQLite", sqlite)):
            for count in (1, 20):
                variants = {
                    kind: _variant(kind, site.url, url, pages // (1 if count == 1 else 4), count)
                    for kind in ("ours", "plain", "none")
                }
                measured = interleave(variants, rounds)
                name = f"{database}, {count} a page"
                metrics[f"{name}, records/s"] = compare(
                    measured, "records_per_s", "ours", "plain", target=1.0, at_least=True
                )
                metrics[f"{name}, CPU/record"] = beside(measured, "cpu_ms_per_record", "ours", "plain")
                metrics[f"{name}, records/s, nothing stored"] = beside(measured, "records_per_s", "ours", "none")
    return {
        "goal": "stores",
        "versions": versions("scrapy", "twisted", "sqlalchemy", "psycopg"),
        "settings": {**TUNED, "PostgreSQL": _DURABLE},
        "rounds": rounds,
        "metrics": metrics,
    }


def _variant(kind: str, site: str, url: str, pages: int, count: int) -> Any:
    def measure() -> dict[str, Any]:
        engine = sa.create_engine(url.replace("postgresql:", "postgresql+psycopg:"))
        with engine.begin() as connection:
            for table in ("record", "bt_tables", "bt_version"):
                connection.execute(sa.text(f"DROP TABLE IF EXISTS {table}"))
        arguments = ("--pages", str(pages), "--count", str(count))
        result = run_worker("benchmarks.store_worker", kind, site, url, *arguments)
        if kind != "none":
            with engine.begin() as connection:
                stored = connection.scalar(sa.text("SELECT count(*) FROM record"))
            assert stored == pages * count, f"{kind}: {stored} of {pages * count} records"
        engine.dispose()
        return result

    return measure
