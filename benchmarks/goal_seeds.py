"""A million seeds of a scheme: time, memory of the command, of a worker on the full line, and of Redis.

The command runs in a fresh process; its memory is the most that it ever had, beside what it has when it only counts.
The worker visits pages of a static site for some seconds, once with the full line, once with a thousandth of it.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import resource
import signal
import sys
import tempfile
import threading
import time
from functools import partial
from pathlib import Path
from typing import Any

from redis import Redis
from scrapy.settings import Settings

from benchmarks.rounds import ROOT, Measures, interleave, run_worker, spread, versions
from benchmarks.static_site import StaticSite
from scrapy_bt.testing.redis import RedisServer

SEEDS = 1_000_000
_WORDS, _PAGES = 100, 100
_WORKING = 5.0
"""Seconds that the worker works."""

_TREE = 'main :: serial (url, platform) { :page }\npage :: visit "{url}"\n'
_SCHEME = """
scheme = "million"
[[classes]]
class = "place"
optional = [{places}]
[[classes]]
class = "event"
optional = [{events}]
[[platforms]]
platform = "portal"
url = "{site}/detail/0"
parameters = {{ q = "{{keywords}}", page = "{{page_number}}" }}
pages = {{ last = {last} }}
"""


def run(quick: bool) -> dict[str, Any]:  # noqa: FBT001  # every goal's one argument
    """Measure the goal; the result is what `python -m benchmarks` prints."""
    rounds, last = (2, _PAGES // 10) if quick else (3, _PAGES)
    seeds = _WORDS * _WORDS * last
    with (
        StaticSite(details=1, graph=1) as site,
        RedisServer() as server,
        Redis(port=server.port) as client,
        tempfile.TemporaryDirectory() as folder,
    ):
        few = _write(Path(folder, "few"), site.url, words=10, last=max(1, last // 10))
        many = _write(Path(folder, "many"), site.url, words=_WORDS, last=last)
        variants = {name: partial(_measure, each, client, server.url) for name, each in (("few", few), ("many", many))}
        measured = interleave(variants, rounds)
        found = {**versions("scrapy", "redis", "hiredis"), "server": str(client.info("server")["redis_version"])}

    def metric(measure: str, unit: str, *, kind: str = "many", scale: float = 1.0) -> dict[str, Any]:
        return spread([each[kind][measure] * scale for each in measured], unit)

    whole = SEEDS / seeds
    growth = [each["many"]["worker"] - each["few"]["worker"] for each in measured]
    command = [each["many"]["command"] - each["few"]["command"] for each in measured]
    return {
        "goal": "seeds",
        "versions": found,
        "settings": {"seeds": seeds, "seconds and memory of Redis are for": SEEDS, "worker works for": _WORKING},
        "rounds": rounds,
        "metrics": {
            "a million seeds, counted": metric("counted", "s"),
            "a million seeds, queued": metric("seconds", "s", scale=whole),
            "CPU of the command": metric("cpu", "s", scale=whole),
            "command, most RSS": metric("command", "MB"),
            "command, more than with a thousandth": spread(command, "MB", at_most=20.0),
            "worker, most RSS": metric("worker", "MB"),
            "worker, more than with a thousandth": spread(growth, "MB", at_most=20.0),
            "Redis, memory": metric("redis", "MB", scale=whole),
            "Redis, bytes a seed": metric("redis", "B", scale=1e6 / seeds),
        },
    }


def _write(folder: Path, site: str, *, words: int, last: int) -> Path:
    """A project with a scheme."""
    (folder / "trees").mkdir(parents=True)
    (folder / "trees" / "nav.bt").write_text(_TREE)
    (folder / "scrapy.cfg").write_text("[settings]\ndefault = conf\n")
    settings = {"ADDONS": {"scrapy_bt.Addon": 300}, "BT_FRONTIER": "redis", "BT_PROGRESS": "off", "LOG_LEVEL": "ERROR"}
    (folder / "conf.py").write_text("".join(f"{name} = {value!r}\n" for name, value in settings.items()))
    places, events = (", ".join(f'"{kind} {n}"' for n in range(words)) for kind in ("place", "event"))
    text = _SCHEME.format(places=places, events=events, site=site, last=last)
    (folder / "million.toml").write_text(text)
    return folder


def _measure(folder: Path, client: Redis, url: str) -> Measures:
    client.flushall()
    before = _used(client)
    counted = run_worker("benchmarks.goal_seeds", "count", str(folder), url)
    seeded = run_worker("benchmarks.goal_seeds", "seed", str(folder), url)
    used = _used(client) - before
    worked = run_worker("benchmarks.goal_seeds", "work", str(folder), url)
    return {
        "counted": counted["seconds"],
        "seconds": seeded["seconds"],
        "cpu": seeded["cpu"],
        "command": seeded["rss"],
        "worker": worked["rss"],
        "redis": used / 1e6,
    }


def _used(client: Redis) -> int:
    return int(client.info("memory")["used_memory"])


def _do(what: str, url: str) -> None:
    from scrapy_bt.commands.bt import BT  # noqa: PLC0415  # after the folder is entered, whose settings Scrapy reads

    settings = Settings({"ADDONS": {"scrapy_bt.Addon": 300}, "LOG_LEVEL": "ERROR", "BT_PROGRESS": "off"})
    server = ["-s", f"REDIS_URL={url}"]
    if what == "work":
        timer = threading.Timer(_WORKING, os.kill, (os.getpid(), signal.SIGINT))
        timer.start()
        status = BT.run("work", ["nav", *server], settings)
        timer.cancel()
    else:
        status = BT.run("seed", ["million.toml", *(["--count"] if what == "count" else server)], settings)
    assert status == 0, status


def _main(what: str, folder: str, url: str) -> None:
    os.chdir(folder)
    os.environ["SCRAPY_SETTINGS_MODULE"] = "conf"
    sys.path[:0] = [folder, str(ROOT)]
    begun, printed = time.perf_counter(), io.StringIO()
    with contextlib.redirect_stdout(printed):
        _do(what, url)
    used = resource.getrusage(resource.RUSAGE_SELF)
    # In KB on Linux.
    told = {"seconds": time.perf_counter() - begun, "cpu": used.ru_utime + used.ru_stime, "rss": used.ru_maxrss / 1e3}
    print(json.dumps(told))


if __name__ == "__main__":
    _main(*sys.argv[1:])
