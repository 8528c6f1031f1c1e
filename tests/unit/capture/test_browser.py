"""What a recording in a browser needs; tests/integration/test_recording.py makes some."""

import sys
from pathlib import Path

import pytest

from scrapy_bt.capture.browser import BROWSERS, BrowserRecorder, awaited, find_browser
from scrapy_bt.capture.folder import NewSample
from scrapy_bt.errors import SampleError


def program(folder: Path, name: str) -> Path:
    path = folder / name
    path.write_text("#!/bin/sh\n")
    path.chmod(0o755)
    return path


def test_the_first_browser_that_is_there_is_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    program(tmp_path, "google-chrome")
    found = program(tmp_path, BROWSERS[0])
    assert find_browser() == str(found)
    assert find_browser(str(tmp_path / "google-chrome")) == str(tmp_path / "google-chrome")


def test_a_missing_browser_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(SampleError, match="apt install chromium"):
        find_browser()
    with pytest.raises(SampleError, match="no such program"):
        find_browser("nothing")


@pytest.mark.skipif(sys.platform != "linux", reason="other systems always have a screen")
def test_without_a_screen_nothing_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("playwright", reason="Playwright is not installed: pip install '.[record]'")
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    recorder = BrowserRecorder(str(program(tmp_path, "chromium")))
    with pytest.raises(SampleError, match="no screen"):
        recorder.record("http://127.0.0.1/", NewSample(tmp_path / "first"))
    assert [path.name for path in tmp_path.iterdir()] == ["chromium"]


def test_why_something_cannot_be_clicked_is_told_as_playwright_does() -> None:
    log = """Page.click: Timeout 2500ms exceeded.
Call log:
  - waiting for locator("#go")
    - locator resolved to <button id="go">go</button>
  - attempting click action
    2 × waiting for element to be visible, enabled and stable
      - element is not stable
    - <div>cover</div> intercepts pointer events
  - retrying click action
    - waiting 20ms
"""
    assert awaited(Exception(log)) == ' waiting for locator("#go"): <div>cover</div> intercepts pointer events'
    assert awaited(Exception("\n".join(log.splitlines()[:3]))) == ' waiting for locator("#go")'
    assert awaited(Exception("net::ERR_UNSAFE_PORT")) == ""
