"""Runs all trials in this process, and prints as JSON what was tried and how: `python -m` and the package's name.

A name behind it chooses the trial of this setting.
"""

from __future__ import annotations

import asyncio
import gc
import json
import ssl
import sys
import traceback
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory

from scrapy.utils.reactor import install_reactor

from tests.certificates import write_certificate
from tests.serving import serving

from .site import Site
from .stage import TRIALS, Stage, Trial

MODULES = ("answers", "parts", "process", "requests", "speed")

QUIET = {
    "TELNETCONSOLE_ENABLED": False,
    "REMOTE_CONTROL_ENABLED": False,
    "BT_PROGRESS": "off",
    "LOG_LEVEL": "DEBUG",
    "RETRY_ENABLED": False,
    "STATS_DUMP": False,
}


async def _find_fault(trial: Trial, stage: Stage) -> str:
    stage.used = set()
    try:
        await trial.show(stage)
        unused = set(trial.names) - stage.used
        assert not unused, f"never tried: {unused}"
    except Exception:  # noqa: BLE001 - every fault of every trial is told
        return traceback.format_exc()
    return ""


def main(chosen: str = "") -> None:
    install_reactor("twisted.internet.asyncioreactor.AsyncioSelectorReactor", "asyncio.SelectorEventLoop")
    for module in MODULES:  # what some of them import would install another reactor
        import_module(f"{__package__}.{module}")
    from .process import SETTINGS

    gc.freeze()  # else each crawl looks through all that is loaded

    results: list[dict[str, object]] = []
    with TemporaryDirectory() as folder:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(write_certificate(Path(folder)))
        with serving(Site) as site, serving(Site, tls=context) as safe_site:
            stage = Stage({**QUIET, **SETTINGS}, site=site, safe_site=safe_site)

            async def run() -> None:
                from twisted.internet import reactor

                try:
                    for trial in TRIALS:
                        if not chosen or chosen in trial.names:
                            fault = await _find_fault(trial, stage)
                            results.append({"names": trial.names, "verdict": trial.verdict, "fault": fault})
                finally:
                    reactor.callLater(0, reactor.stop)

            running = asyncio.get_event_loop_policy().get_event_loop().create_task(run())
            stage.process.start(stop_after_crawl=False)
            running.result()
    print(json.dumps(results))


if __name__ == "__main__":
    main(*sys.argv[1:])
