"""HAR files: whole, packed, cut off, broken."""

import gzip
import json
import zipfile
from base64 import b64encode
from pathlib import Path
from typing import Any

import pytest

from scrapy_bt.capture.har import read_har
from scrapy_bt.core.samples.bodies import text_of
from scrapy_bt.errors import SampleError


def entry(path: str, second: int = 0, status: int = 200, text: str = "ok", **response: Any) -> dict[str, Any]:
    return {
        "startedDateTime": f"2026-01-02T03:04:{second:02}Z",
        "request": {"method": "GET", "url": f"https://shop.example{path}"},
        "response": {"status": status, "content": {"text": text}, **response},
    }


def har(*entries: Any) -> str:
    return json.dumps({"log": {"version": "1.2", "entries": list(entries)}})


def paths(file: Path, **options: Any) -> list[str]:
    return [one.sent.url.removeprefix("https://shop.example") for one in read_har(file, **options).exchanges]


def test_a_recording_is_in_the_order_of_time_and_its_redirects_are_folded(tmp_path: Path) -> None:
    file = tmp_path / "shop.har"
    file.write_text(har(entry("/c", 3), entry("/a", 1, 302, redirectURL="/b"), entry("/b", 2)))
    recording = read_har(file)
    assert recording.name == "shop"
    assert [(one.index, one.sent.url[-2:], len(one.hops)) for one in recording.exchanges] == [
        (0, "/a", 1),
        (1, "/c", 0),
    ]
    assert paths(file, folds=False) == ["/a", "/b", "/c"]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_encodings_of_the_file(tmp_path: Path, encoding: str) -> None:
    file = tmp_path / "a.har"
    file.write_bytes(json.dumps({"log": {"entries": [entry("/a", text="你")]}}, ensure_ascii=False).encode(encoding))
    answer = read_har(file).exchanges[0].answer
    assert answer is not None
    assert answer.body == "你".encode()


def test_packed_files(tmp_path: Path) -> None:
    packed = tmp_path / "shop.har.gz"
    packed.write_bytes(gzip.compress(har(entry("/a")).encode()))
    assert read_har(packed).name == "shop"
    archive = tmp_path / "shop.har.zip"
    attached = entry("/a", content={"_file": "1.html"})
    with zipfile.ZipFile(archive, "w") as file:
        file.writestr("in/har.har", har(attached, entry("/b", content={"_file": "no.html"})))
        file.writestr("in/1.html", b"<p>")
    recording = read_har(archive)
    assert recording.exchanges[0].answer is not None
    assert recording.exchanges[0].answer.body == b"<p>"
    assert "the file 'no.html' of its body is missing" in str(recording.problems[0])


def test_bodies_in_files_beside_it_and_nowhere_else(tmp_path: Path) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    (folder / "1.html").write_bytes(b"<p>")
    (tmp_path / "secret").write_bytes(b"secret")
    (folder / "a.har").write_text(
        har(entry("/a", content={"_file": "1.html"}), entry("/b", 1, content={"_file": "../secret"}))
    )
    first, second = read_har(folder / "a.har").exchanges
    assert first.answer is not None
    assert first.answer.body == b"<p>"
    assert second.answer is not None
    assert second.answer.body is None


def test_a_file_that_is_cut_off_is_read_until_there(tmp_path: Path) -> None:
    file = tmp_path / "a.har"
    file.write_text(har(entry("/a"), entry("/b", 1))[:-40])
    recording = read_har(file)
    assert len(recording.exchanges) == 1
    assert recording.is_cut
    assert "cut off" in str(recording.problems[0])
    assert "it was read up to its entry 1" in str(recording.problems[0])


def test_packing_that_is_cut_off(tmp_path: Path) -> None:
    file = tmp_path / "a.har.gz"
    data = gzip.compress(har(*(entry(f"/{number}", text=str(number**50)) for number in range(50))).encode())
    file.write_bytes(data[: len(data) // 2])
    recording = read_har(file)
    assert 1 < len(recording.exchanges) < 50
    assert ["packing is broken" in str(problem) for problem in recording.problems] == [True, False]


def test_an_entry_that_is_broken_is_left_out(tmp_path: Path) -> None:
    file = tmp_path / "a.har"
    file.write_text(har(entry("/a"), 7, entry("/b", 1)).replace("7,", '{"request": nonsense},'))
    assert paths(file) == ["/a", "/b"]
    assert [str(problem) for problem in read_har(file).problems] == [
        "a.har: entry 2: this is no JSON; the entry was left out"
    ]


@pytest.mark.parametrize(
    ("data", "what"),
    [
        (b"<html>", "no HAR file"),
        (b"", "no HAR file"),
        (b'{"log": {}}', "no entries"),
        (b"PK\x03\x04broken", "no HAR file"),
        (b"\x1f\x8bbroken", "cannot be read|no HAR file"),
    ],
)
def test_what_is_no_har_is_said(tmp_path: Path, data: bytes, what: str) -> None:
    file = tmp_path / "a.har"
    file.write_bytes(data)
    with pytest.raises(SampleError, match=what):
        read_har(file)


def test_an_archive_without_a_har_and_a_missing_file(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as file:
        file.writestr("readme.txt", "")
    with pytest.raises(SampleError, match=r"no \.har file in this archive"):
        read_har(tmp_path / "a.zip")
    with pytest.raises(SampleError, match="No such file"):
        read_har(tmp_path / "missing.har")


def test_bodies_above_the_limit_are_left_out_and_said(tmp_path: Path) -> None:
    file = tmp_path / "a.har"
    file.write_text(har(entry("/a", text="x" * 2000), entry("/b", 1)))
    recording = read_har(file, body_limit=1000)
    assert [one.answer.body if one.answer else None for one in recording.exchanges] == [None, b"ok"]
    assert "too large" in str(recording.problems[0])


def test_the_limit_is_that_of_the_body_and_not_of_its_base64(tmp_path: Path) -> None:
    file, body = tmp_path / "a.har", b"x" * 999
    told = entry("/a", text=b64encode(body).decode())
    told["response"]["content"]["encoding"] = "base64"
    file.write_text(har(told))
    assert [one.answer.body if one.answer else None for one in read_har(file, body_limit=1000).exchanges] == [body]


ODD = (
    {"time": 10**400},
    {"timings": {"wait": 10**400, "send": "9" * 500}},
    {"startedDateTime": 10**400},
    {"startedDateTime": "9" * 5_000},
    {"response": {"status": 10**400}},
    {"response": {"status": 1e308, "content": {"size": 10**400}}},
    {"response": {"status": 200, "content": {"_file": "a\0b"}}},
    {"response": {"status": 200, "content": {"_file": "half \ud800"}}},
    {"response": {"status": 200, "content": {"_file": "x" * 5_000}}},
    {"response": {"status": 200, "content": {"_file": "/etc/passwd"}}},
    {"response": {"status": 200, "headers": [{"name": "X", "value": "half \udfff"}]}},
    *(
        {"response": {"status": 200, "content": {"mimeType": f"text/html; charset={name}", "text": "é"}}}
        for name in ("zlib", "undefined", "idna", "punycode", "unicode_escape")
    ),
    {
        "request": {
            "method": "POST",
            "url": "https://shop.example/x",
            "postData": {"text": "é", "mimeType": "a/b; charset=zlib"},
        }
    },
)


@pytest.mark.parametrize("odd", ODD, ids=lambda odd: str(odd)[:40])
def test_odd_values_cost_one_value_and_not_the_recording(tmp_path: Path, odd: dict[str, Any]) -> None:
    file = tmp_path / "a.har"
    file.write_text(har(entry("/a", 1), {**entry("/x", 2), **odd}, entry("/b", 3)))
    assert set(paths(file)) == {"/a", "/b", "/x"}
    for one in read_har(file).exchanges:
        repr(one).encode()
        assert one.answer is None or text_of(one.answer) is not None or one.answer.body is None


@pytest.mark.parametrize("method", ["M-SEARCH", "PROPFIND", "\x1b[31m", "GET /", "CONNECT"])
def test_a_method_that_no_visit_has_is_told(tmp_path: Path, method: str) -> None:
    file = tmp_path / "a.har"
    file.write_text(har(entry("/a"), {**entry("/b"), "request": {"method": method, "url": "https://shop.example/b"}}))
    recording = read_har(file)
    assert [one.sent.url[-2:] for one in recording.exchanges] == ["/a"]
    assert len(recording.problems) == 1


@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_the_body_of_a_request_that_sends_none_is_told(tmp_path: Path, method: str) -> None:
    file = tmp_path / "a.har"
    request = {"method": method, "url": "https://shop.example/b", "postData": {"text": "a=1"}}
    file.write_text(har({**entry("/b"), "request": request}))
    recording = read_har(file)
    assert recording.exchanges[0].sent.body is None
    assert f"a {method} request with a body" in str(recording.problems[0])


def test_archives_that_python_cannot_read_are_said(tmp_path: Path) -> None:
    archive = tmp_path / "a.har.zip"
    with zipfile.ZipFile(archive, "w") as file:
        file.writestr("a.har", har(entry("/a")))
    data = archive.read_bytes()
    central = data.index(b"PK\x01\x02")
    for at, value in (
        (6, 1),
        (8, 99),
        (8, 12),
        (8, 14),
    ):  # encrypted; an unknown packing; bzip2 and LZMA, which it is not
        bad = bytearray(data)
        bad[at] = value
        bad[central + 2 + at] = value
        archive.write_bytes(bytes(bad))
        with pytest.raises(SampleError, match=r"a\.har\.zip"):
            read_har(archive)
