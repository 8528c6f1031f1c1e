"""`scrapy bt proxies`: which proxies there are, and how they do."""

from __future__ import annotations

import argparse
import json
import time
from typing import Any

import redis
from scrapy.exceptions import UsageError
from scrapy.settings import Settings

from ..core.proxies.addresses import Proxy
from ..core.proxies.health import Health, ProxyHealth
from ..crawl.proxies.board import exchange, keys_of
from ..crawl.proxies.health_file import health_path, load_record
from ..crawl.proxies.options import ProxyOptions
from ..crawl.proxies.sources import read_source_now
from ..crawl.redis.connection import open_client, shown_url
from ..errors import BTError
from ..frontier.redis.frontier import send
from ..operations.queues import explain
from .shared.arguments import add_json, add_settings, read_settings, telling
from .shared.tables import TextTable, as_text, number, seconds


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--sites", action="store_true", help="show how each does with each site, too")
    parser.add_argument("--forget", action="store_true", help="forget how they did; do that while no crawl goes on")
    add_json(parser)
    add_settings(parser)


@telling
def run(options: argparse.Namespace, settings: Settings) -> int:
    """Show them; return 1 if their list or their record cannot be read."""
    settings = read_settings(options, settings, None)
    proxy_options = ProxyOptions.read(settings)
    if options.forget:
        return _forget(options, settings, proxy_options)
    if not proxy_options.source:
        raise UsageError("BT_PROXIES says which proxies there are: a list, a file, a URL, or redis:KEY")
    proxies = read_source_now(proxy_options.source, settings)
    record, place = _read_record(settings, proxy_options)
    now = time.time()
    told = [_describe(proxy, record, now) for proxy in proxies]
    if options.json:
        print(json.dumps({"known in": place, "proxies": told}, ensure_ascii=False))
        return 0
    print(as_text(_listings(told, place, has_sites=options.sites)))
    return 0


def _read_record(settings: Settings, proxy_options: ProxyOptions) -> tuple[ProxyHealth, str]:
    record = ProxyHealth()
    if not proxy_options.is_shared:
        path = health_path(proxy_options.file)
        load_record(path, record)
        return record, str(path or "")
    with open_client(settings) as client:
        try:
            changed = send(client, exchange(proxy_options.name, clock=time.time))
        except redis.RedisError as error:
            raise explain(shown_url(settings), error) from None
    for label, site, health in changed.healths:
        record.set(label, site, health)
    return record, shown_url(settings)


def _forget(options: argparse.Namespace, settings: Settings, proxy_options: ProxyOptions) -> int:
    if proxy_options.is_shared:
        with open_client(settings) as client:
            try:
                client.unlink(*keys_of(proxy_options.name))
            except redis.RedisError as error:
                raise explain(shown_url(settings), error) from None
        place = shown_url(settings)
    else:
        path = health_path(proxy_options.file)
        try:
            if path is not None:
                path.unlink(missing_ok=True)
        except OSError as error:
            raise BTError(f"{path} cannot be deleted: {error.strerror or error}") from None
        place = str(path or "")
    print(json.dumps({"forgotten": place}) if options.json else f"{place}: all proxies are new again")
    return 0


def _describe(proxy: Proxy, record: ProxyHealth, now: float) -> dict[str, Any]:
    sites = {site: _numbers(health, now) for site, health in record.sites(proxy.label).items()}
    return {"proxy": proxy.label, **_numbers(record.of(proxy.label), now), "sites": sites}


def _numbers(health: Health, now: float) -> dict[str, Any]:
    rests = max(0.0, health.until - now)
    return {
        "score": round(health.score, 3),
        "uses": health.uses,
        "failures": health.failures,
        "latency": health.latency,
        "rests": round(rests, 1),
    }


def _listings(told: list[dict[str, Any]], place: str, *, has_sites: bool) -> list[TextTable]:
    resting = sum(one["rests"] > 0 for one in told)
    title = f"{len(told)} proxies, {resting} of them rest; known in {place}"
    columns = ("proxy", "score", "uses", "failures", "latency", "rests for", "refused by")
    numbers = frozenset(columns[1:6])
    rows = [(one["proxy"], *_cells(one), ", ".join(_refusing(one))) for one in told]
    listings = [TextTable(title, columns, rows, numbers) if rows else TextTable(title)]
    for one in told if has_sites else ():
        rows = [(site, *_cells(numbers_)) for site, numbers_ in one["sites"].items()]
        if rows:
            listings.append(TextTable(one["proxy"], ("site", *columns[1:6]), rows, numbers))
    return listings


def _cells(one: dict[str, Any]) -> tuple[str, ...]:
    rests = seconds(one["rests"]) if one["rests"] else ""
    return number(one["score"], 2), number(one["uses"]), number(one["failures"]), seconds(one["latency"]), rests


def _refusing(one: dict[str, Any]) -> list[str]:
    """Sites with which it rests."""
    return [site for site, numbers in one["sites"].items() if numbers["rests"]]
