"""What mitmproxy does for a recording, with flows like its own."""

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from scrapy_bt.capture.proxy_addon import LARGEST, Recorder, entry_of, with_script


class Headers(dict[str, str]):
    """Headers as mitmproxy has them, with names in lower case."""

    @property
    def fields(self) -> list[tuple[bytes, bytes]]:
        return [(name.encode(), value.encode()) for name, value in self.items()]


class Message(SimpleNamespace):
    def get_content(self, *, strict: bool) -> bytes | None:
        return None if self.content is None else bytes(self.content)

    def get_text(self, *, strict: bool) -> str:
        return bytes(self.content or b"").decode()

    @property
    def raw_content(self) -> bytes | None:
        return self.get_content(strict=False)


def flow(path: str = "/", method: str = "GET", content: bytes = b"", answer: Any = b"<head><p>", **headers: str) -> Any:
    url = f"https://shop.example{path}"
    names = {name.replace("_", "-"): value for name, value in headers.items()}
    request = Message(
        method=method, path=path, pretty_url=url, content=content, timestamp_start=1000.0, headers=Headers(names)
    )
    kind = Headers({"content-type": "text/html", "content-security-policy": "x", ":status": "200"})
    response = None
    if answer is not None:
        response = Message(status_code=200, headers=kind, content=answer, timestamp_end=1000.5)
    return SimpleNamespace(id=path + method, request=request, response=response, websocket=None)


def lines(folder: Path, name: str) -> list[Any]:
    path = folder / name
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


def test_an_exchange_is_written_as_the_site_answered_and_its_page_gets_the_script(tmp_path: Path) -> None:
    recorder = Recorder(tmp_path, "script")
    recorder.running()
    assert (tmp_path / "ready").exists()
    page = flow(user_agent="Mozilla/5.0", if_none_match="e")
    recorder.request(page)
    assert "if-none-match" not in page.request.headers
    recorder.response(page)
    (entry,) = lines(tmp_path, "entries.jsonl")
    assert entry["response"]["content"] == {"size": 9, "mimeType": "text/html", "text": "<head><p>"}
    assert {header["name"] for header in entry["response"]["headers"]} == {"content-type", "content-security-policy"}
    assert (entry["startedDateTime"], entry["time"]) == ("1970-01-01T00:16:40+00:00", 500.0)
    assert page.response.content == b'<head><script src="/__scrapy_bt__/script.js"></script><p>'
    assert "content-security-policy" not in page.response.headers


@pytest.mark.parametrize("headers", [{}, {"user_agent": "app/1"}, {"user_agent": "Mozilla", "sec_fetch_dest": "empty"}])
def test_only_pages_of_browsers_get_it(tmp_path: Path, headers: dict[str, str]) -> None:
    recorder = Recorder(tmp_path, "script")
    other = flow(**headers)
    recorder.request(other)
    recorder.response(other)
    assert other.response.content == b"<head><p>"


def test_reports_never_reach_the_site(tmp_path: Path) -> None:
    recorder = Recorder(tmp_path, "script")
    report = flow("/__scrapy_bt__/events", "POST", b'{"at": 1}\n\n{"at": 2}\n')
    with pytest.raises(ImportError, match="mitmproxy"):  # which only its own Python has
        recorder.request(report)
    assert lines(tmp_path, "reports.jsonl") == [{"at": 1}, {"at": 2}]
    recorder.response(report)
    assert lines(tmp_path, "entries.jsonl") == []


def test_what_got_no_answer_is_written_too(tmp_path: Path) -> None:
    recorder = Recorder(tmp_path, "script")
    failed, open_ = flow("/a", answer=None), flow("/b", answer=None)
    for each in (failed, open_):
        recorder.request(each)
    recorder.error(failed)
    recorder.error(failed)
    recorder.done()
    assert [entry["response"]["status"] for entry in lines(tmp_path, "entries.jsonl")] == [0, 0]


def test_a_client_that_does_not_trust_is_noted(tmp_path: Path) -> None:
    recorder = Recorder(tmp_path, "script")
    for name in ("app.example", None):
        recorder.tls_failed_client(SimpleNamespace(conn=SimpleNamespace(sni=name)))
    assert [note.partition(":")[0] for note in lines(tmp_path, "notes.jsonl")] == ["app.example", "a host"]


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        (b"<!DOCTYPE html><html><HEAD lang=x><p>", b"<!DOCTYPE html><html><HEAD lang=x>S<p>"),
        (b"<html a=b><p>", b"<html a=b>S<p>"),
        (b"<!doctype html><p>", b"<!doctype html>S<p>"),
        (b"<p>", b"S<p>"),
    ],
)
def test_the_script_is_the_first(page: bytes, expected: bytes) -> None:
    assert with_script(page).replace(b'<script src="/__scrapy_bt__/script.js"></script>', b"S") == expected


def test_bodies_of_all_kinds() -> None:
    entry = entry_of(flow("/", "POST", b"\0\xff", content_type="image/png"))
    assert entry["request"]["postData"] == {"mimeType": "image/png", "text": "AP8=", "encoding": "base64"}
    assert entry_of(flow(answer=b"x" * (LARGEST + 1)))["response"]["content"] == {
        "size": LARGEST + 1,
        "mimeType": "text/html",
    }
    socket = flow()
    socket.websocket = object()
    assert entry_of(socket)["_resourceType"] == "websocket"
    broken = flow()
    broken.response.content = None
    assert entry_of(broken)["response"]["content"]["size"] == -1
