"""Recordings as HAR files."""

import json
from dataclasses import replace
from pathlib import Path

from scrapy_bt.capture.har import read_har
from scrapy_bt.capture.har_writer import entry_of, unfolded, write_har
from scrapy_bt.core.samples.traffic import Answer, Exchange, Sent

SHOP = "https://shop.example"
LOGIN = Exchange(
    0,
    Sent(
        "POST", f"{SHOP}/login?next=%2F", (("Content-Type", "application/x-www-form-urlencoded"), ("X-A", "1")), b"u=a"
    ),
    Answer(200, f"{SHOP}/home", (("Content-Type", "text/html; charset=gbk"),), "<p>你".encode("gbk")),
    started=1767323045.0,
    seconds=2.0,
    kind="document",
    page="page_1",
    hops=(
        Exchange(
            0,
            Sent(
                "POST",
                f"{SHOP}/login?next=%2F",
                (("Content-Type", "application/x-www-form-urlencoded"), ("X-A", "1")),
                b"u=a",
            ),
            Answer(302, f"{SHOP}/login?next=%2F", (("Location", "/home"), ("Set-Cookie", "s=1")), b""),
            started=1767323045.0,
            seconds=0.5,
        ),
    ),
)
UPLOAD = Exchange(
    1,
    Sent("PUT", f"{SHOP}/f", (("Content-Type", "application/octet-stream"),), b"\0\xff"),
    None,
    started=1767323050.0,
)


def test_a_recording_that_is_written_is_read_again(tmp_path: Path) -> None:
    assert write_har(tmp_path / "a.har", [LOGIN, UPLOAD]) == 3
    recording = read_har(tmp_path / "a.har")
    hop = replace(LOGIN.hops[0], kind="document", page="page_1")
    assert recording.exchanges == (replace(LOGIN, hops=(hop,)), UPLOAD)
    assert json.loads((tmp_path / "a.har").read_text())["log"]["creator"]["name"] == "scrapy_bt"


def test_the_last_of_a_chain_is_a_request_of_its_own() -> None:
    first, last = unfolded(LOGIN)
    assert first.sent == LOGIN.sent
    assert last.sent == Sent("GET", f"{SHOP}/home", (("X-A", "1"),))
    assert (last.started, last.seconds) == (1767323045.5, 1.5)
    kept = replace(LOGIN, hops=(replace(LOGIN.hops[0], answer=Answer(307, "", (("Location", "/home"),), b"")),))
    assert list(unfolded(kept))[1].sent == replace(LOGIN.sent, url=f"{SHOP}/home")


def test_an_entry_has_what_the_standard_asks_for() -> None:
    entry = entry_of(LOGIN)
    assert entry["request"]["queryString"] == [{"name": "next", "value": "/"}]
    assert entry["request"]["postData"]["text"] == "u=a"
    assert entry["response"]["content"]["encoding"] == "base64"
    assert entry_of(UPLOAD)["response"]["status"] == 0
