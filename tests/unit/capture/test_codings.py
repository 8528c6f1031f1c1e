"""Bodies, back to the bytes that were sent."""

import base64
import gzip
import importlib.util
import zlib

import pytest

from scrapy_bt.capture import codings
from scrapy_bt.capture.codings import UndecodableError, expanded, from_base64, in_declared_encoding

TEXT = "über 你好".encode() * 20


def test_base64_of_any_kind() -> None:
    data = bytes(range(256))
    packed = base64.b64encode(data).decode()
    assert from_base64(packed) == data
    assert from_base64(packed.rstrip("=")[:10] + "\r\n" + packed.rstrip("=")[10:]) == data
    assert from_base64(base64.urlsafe_b64encode(data).decode()) == data
    assert from_base64("") == b""


@pytest.mark.parametrize("text", ["<html>", "abcde", "äöü"])
def test_what_is_no_base64_is_said(text: str) -> None:
    with pytest.raises(UndecodableError, match="Base64"):
        from_base64(text)


@pytest.mark.parametrize(
    ("text", "declared", "body", "as_declared"),
    [
        ("ü", "", b"\xc3\xbc", True),
        ("ü", "text/html; charset=latin-1", b"\xfc", True),
        ('<meta charset="gbk">你', "text/html", '<meta charset="gbk">你'.encode("gbk"), True),
        ("你", "text/html; charset=latin-1", "你".encode(), False),
        ("你", "text/html; charset=no-such", "你".encode(), True),
    ],
)
def test_text_in_the_encoding_that_it_declares(text: str, declared: str, body: bytes, as_declared: bool) -> None:
    assert in_declared_encoding(text, declared) == (body, as_declared)


def test_bodies_that_are_still_compressed() -> None:
    assert expanded(gzip.compress(TEXT), "gzip") == TEXT
    assert expanded(zlib.compress(TEXT), "deflate") == TEXT
    assert expanded(gzip.compress(zlib.compress(TEXT)), "deflate, gzip") == TEXT
    assert expanded(TEXT, "gzip") == TEXT  # undone by the tool, as most do
    assert expanded(TEXT, "br") == TEXT
    assert expanded(b"plain", "identity") == b"plain"


@pytest.mark.parametrize(("coding", "module"), [("br", "brotli"), ("zstd", "backports.zstd")])
def test_newer_codings_need_their_module(coding: str, module: str) -> None:
    packed = b"\x28\xb5\x2f\xfd broken"
    try:
        is_there = importlib.util.find_spec(module) is not None
    except ModuleNotFoundError:
        is_there = False
    with pytest.raises(UndecodableError, match="broken" if is_there else f"pip install {module}"):
        expanded(packed, coding)
    if is_there:
        assert expanded(importlib.import_module(module).compress(TEXT), coding) == TEXT


def test_a_body_of_very_many_frames_is_refused() -> None:
    zstd = pytest.importorskip("backports.zstd")
    assert expanded(zstd.compress(b"x") * 100, "zstd") == b"x" * 100
    with pytest.raises(UndecodableError, match="too large"):
        expanded(zstd.compress(b"x") * 200_000, "zstd")


def test_codings_within_each_other_have_a_bound() -> None:
    with pytest.raises(UndecodableError, match="100,000 content codings"):
        expanded(gzip.compress(TEXT), "gzip," * 100_000)


def test_broken_and_exploding_bodies(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(UndecodableError, match="broken"):
        expanded(b"\x1f\x8b" + b"x" * 30, "gzip")
    monkeypatch.setattr(codings, "LARGEST_EXPANDED", 100)
    with pytest.raises(UndecodableError, match="too large"):
        expanded(gzip.compress(b"x" * 1000), "gzip")
