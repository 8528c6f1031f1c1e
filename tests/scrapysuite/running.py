"""Fetches the tests of the installed Scrapy and runs them with the lean engine."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Sequence
from pathlib import Path
from zlib import crc32

import scrapy

ROOT = Path(__file__).resolve().parents[2]

EXCEPTIONS = {
    "tests/test_engine.py::test_enqueue_scrape_error": "replaces Scraper.enqueue_scrape, which is not called",
    "tests/test_core_scraper.py::test_scraper_exception": "replaces a private step of the scraper, which is overridden",
}
"""Tests that look inside of Scrapy's engine, where the lean one is another."""

HURRIED = (
    "tests/test_engine.py::TestEngine::test_short_timeout",
    "tests/test_crawl.py::TestCrawl::test_timeout_failure",
)
"""Tests of moments that a busy machine may not grant: a command with Scrapy's own engine that has to end within
seconds, and a limit of .35 s to an answer that comes after .5 s."""

CHOSEN = tuple(
    f"tests/test_{name}.py"
    for name in (
        "closespider",
        "core_downloader",
        "core_scraper",
        "crawl",
        "downloadermiddleware",
        "downloaderslotssettings",
        "engine",
        "engine_close_spider",
        "engine_download",
        "engine_loop",
        "engine_stop_download_bytes",
        "engine_stop_download_headers",
        "extension_throttle",
        "logstats",
        "middleware",
        "pipeline_crawl",
        "pipelines",
        "request_attribute_binding",
        "request_cb_kwargs",
        "request_left",
        "scheduler",
        "signalmanager",
        "signals",
        "spider_crawl",
        "spider_start",
        "spidermiddleware",
        "spidermiddleware_base",
        "spidermiddleware_httperror",
        "spidermiddleware_output_chain",
        "spidermiddleware_process_start",
        "spidermiddleware_start",
        "stats",
        "utils_signal",
    )
)


PLUGINS = (
    "decorator",
    "pexpect",
    "ptyprocess",
    "pyftpdlib",
    "pytest-rerunfailures",
    "pytest-twisted>=1.14.3",
    "sybil",
)
"""What Scrapy's tests need beside its own requirements."""

HANDLER_TESTS = "tests/test_downloader_handler_lean.py"
"""Where the tests of handlers stand among Scrapy's."""


class NotFetchedError(Exception):
    """The sdist could not be had."""


def fetch(version: str = scrapy.__version__) -> Path:
    """The unpacked sdist of a version of Scrapy; it is kept for the next time."""
    kept = Path(tempfile.gettempdir(), f"scrapy-sdist-{version}-{crc32(repr(PLUGINS).encode()):x}-{os.getuid()}")
    if not (kept / "conftest.py").exists():
        with tempfile.TemporaryDirectory() as folder:
            _pip("download", "--no-binary", "scrapy", "--dest", folder, f"scrapy=={version}")
            _unpack(next(Path(folder).glob("*.tar.gz")), Path(folder, "all"))
            # Beside the others, since it would load itself into every run of pytest.
            _pip("install", "--target", f"{folder}/plugins", *PLUGINS)
            (found,) = Path(folder, "all").iterdir()
            # Scrapy itself is the one that is installed.
            shutil.rmtree(found / "scrapy")
            Path(folder, "plugins").rename(found / "plugins")
            shutil.rmtree(kept, ignore_errors=True)
            found.rename(kept)  # whole, or not at all
    return kept


def run(arguments: Sequence[str], *, client: bool = False, capture: bool = False) -> subprocess.CompletedProcess[str]:
    """Run pytest in the sdist, without the exceptions, the hurried and what asks real websites.

    *client*: the lean one fetches.
    """
    folder = fetch()
    if client:
        shutil.copy(ROOT / "tests" / "scrapysuite" / "handler_tests.py", folder / HANDLER_TESTS)
    left_out = [part for test in (*EXCEPTIONS, *HURRIED) for part in ("--deselect", test)]
    plugin = ["-p", "no:cacheprovider", "-p", "lean_engine", *(["-p", "lean_client"] if client else [])]
    # Scrapy's tests were written for an older pytest.
    plugin += [
        "-W",
        "ignore::pytest.PytestRemovedIn10Warning",
        "-W",
        "ignore:fixture 'dh' is wrapped:pytest.PytestWarning",
    ]
    command = [sys.executable, "-m", "pytest", "-q", *plugin, "-m", "not requires_internet", *left_out, *arguments]
    # The sdist's own folder of tests is a package of the same name as ours, and comes first.
    path = (folder, folder / "plugins", ROOT, ROOT / "tests" / "scrapysuite")
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, path))}
    environment.pop("PYTEST_XDIST_WORKER", None)  # in a worker, the tests make no keys
    return subprocess.run(command, cwd=folder, env=environment, capture_output=capture, text=True, check=False)


def _pip(command: str, *arguments: str) -> None:
    pip = shutil.which("pip")
    if pip is None:
        raise NotFetchedError("there is no pip to fetch Scrapy's sdist with")
    options = ["--quiet", "--disable-pip-version-check", "--no-deps"]
    done = subprocess.run(
        [pip, command, *options, *arguments], capture_output=True, text=True, timeout=300, check=False
    )
    if done.returncode:
        raise NotFetchedError(f"Scrapy's tests could not be fetched: {done.stderr[-500:]}")


def _unpack(archive: Path, folder: Path) -> None:
    with tarfile.open(archive) as packed:
        packed.extractall(folder, filter="data")
