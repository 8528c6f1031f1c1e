import pytest

from scrapy_bt.engine.http.mending import BrokenResponseError, mend_head


@pytest.mark.parametrize(
    ("head", "mended"),
    [
        (b"HTTP/1.1 200 OK\nA: b\n\n", b"HTTP/1.1 200 OK\r\nA: b\r\n\r\n"),
        (b"HTTP/1.1 200 OK\r\nstray\r\nA: b\r\n\r\n", b"HTTP/1.1 200 OK\r\nA: b\r\n\r\n"),
        (b"HTTP/1.1 200 OK\r\nA: b\r\n\tc\r\n d\r\n\r\n", b"HTTP/1.1 200 OK\r\nA: b c d\r\n\r\n"),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 1, 1\r\n\r\n", b"HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n"),
        (
            b"HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
            b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n",
        ),
    ],
)
def test_a_head_is_put_in_order(head, mended):
    assert mend_head(head) == mended


@pytest.mark.parametrize("line", [b"A : b", b"A b: c", b": c", b"A: b\0", b"A: b\rC: d", b"Content-Length: 1, 2"])
def test_what_may_hide_something_is_refused(line):
    with pytest.raises(BrokenResponseError):
        mend_head(b"HTTP/1.1 200 OK\r\n%b\r\n\r\n" % line)
