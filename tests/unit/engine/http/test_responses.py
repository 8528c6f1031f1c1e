from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scrapy.exceptions import StopDownload
from scrapy.http import Headers
from scrapy.utils import _download_handlers

from scrapy_bt.engine.http.responses import make_response

_HEADERS = st.fixed_dictionaries(
    {},
    optional={
        "Content-Type": st.sampled_from(
            ["text/html", "text/html; charset=utf-8", "APPLICATION/JSON", "image/png", "text/csv", "", "nonsense", "é"]
        ),
        "Content-Encoding": st.just("gzip"),
        "Content-Disposition": st.sampled_from(['attachment; filename="a.xml"', "attachment", ";;="]),
        "X": st.just(["a", "b"]),
    },
)


@given(_HEADERS, st.sampled_from([b"", b"<html>", b"\x00\x01", b"text"]), st.sampled_from([None, ["partial"]]))
def test_a_response_is_the_one_that_scrapy_makes(written, body, flags) -> None:
    ours, theirs = _ours(written, body, flags), _theirs(written, body, flags)
    assert type(ours) is type(theirs)
    for name in theirs.attributes:
        assert getattr(ours, name) == getattr(theirs, name), name


@pytest.mark.parametrize("fail", [False, True])
def test_a_stopped_download_is_said_and_raised_as_scrapy_does(fail: bool) -> None:
    ours, theirs = (_stopped(make, StopDownload(fail=fail)) for make in (_ours, _theirs))
    assert ours.flags == theirs.flags == ["download_stopped"]
    assert ours.body == theirs.body


def _stopped(make: Any, stop: StopDownload) -> Any:
    if not stop.fail:
        return make({}, b"text", None, stop)
    with pytest.raises(StopDownload) as caught:
        make({}, b"text", None, stop)
    assert caught.value is stop
    return stop.response


def _received(written: dict[str, Any], body: bytes, stop: StopDownload | None = None) -> Any:
    connection = SimpleNamespace(certificate=None, ip_address=None)
    head = SimpleNamespace(status=203, version="1.1")
    return SimpleNamespace(connection=connection, head=head, headers=Headers(written), body=body, stop=stop)


def _ours(written: dict[str, Any], body: bytes, flags: Any, stop: StopDownload | None = None) -> Any:
    return make_response("http://a.test/b.json", _received(written, body, stop), flags)


def _theirs(written: dict[str, Any], body: bytes, flags: Any, stop: StopDownload | None = None) -> Any:
    return _download_handlers.make_response(
        "http://a.test/b.json", 203, Headers(written), body, flags=flags, protocol="HTTP/1.1", stop_download=stop
    )
