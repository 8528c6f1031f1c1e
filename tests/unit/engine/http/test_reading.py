"""What is read of a response: as h11 reads it, whatever the pieces in which it comes."""

import h11
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from scrapy_bt.engine.http.mending import BrokenResponseError
from scrapy_bt.engine.http.reading import LARGEST_HEAD, MOST_OVERHEAD, ResponseReader

OK = b"HTTP/1.1 200 OK\r\n"
CHUNKED = OK + b"Transfer-Encoding: chunked\r\n\r\n"


class Received:
    def __init__(self):
        self.head, self.body = None, b""

    def head_came(self, head):
        assert self.head is None
        self.head = head

    def body_came(self, data):
        assert self.head is not None
        self.body += data


def read(*pieces, method="GET", end=False):
    """What came, and the reader."""
    received = Received()
    reader = ResponseReader(received, method=method)
    for piece in pieces:
        reader.feed(piece)
    if end:
        reader.end()
    return received, reader


@pytest.mark.parametrize(
    ("data", "status", "body", "is_reusable"),
    [
        (OK + b"Content-Length: 3\r\n\r\nabc", 200, b"abc", True),
        (OK + b"Content-Length: 3\r\nConnection: close\r\n\r\nabc", 200, b"abc", False),
        (b"HTTP/1.0 200 OK\r\nContent-Length: 3\r\n\r\nabc", 200, b"abc", False),
        (b"HTTP/1.0 200 OK\r\nContent-Length: 3\r\nConnection: keep-alive\r\n\r\nabc", 200, b"abc", True),
        (b"HTTP/1.1 200\r\nContent-Length: 0\r\n\r\n", 200, b"", True),
        (CHUNKED + b"3\r\nabc\r\n0\r\n\r\n", 200, b"abc", True),
        (CHUNKED + b"3;name=value\r\nabc\r\n1 \r\nd\r\n0\r\nTrailer: yes\r\n\r\n", 200, b"abcd", True),
        (b"HTTP/1.1 204 None\r\nContent-Length: 3\r\n\r\n", 204, b"", True),
        (b"HTTP/1.1 304 Same\r\nContent-Length: 3\r\n\r\n", 304, b"", True),
        (
            b"HTTP/1.1 100 Go\r\n\r\nHTTP/1.1 103 Hints\r\nLink: x\r\n\r\n" + OK + b"Content-Length: 1\r\n\r\na",
            200,
            b"a",
            True,
        ),
        (b"\r\n\r\n" + OK + b"Content-Length: 1\r\n\r\na", 200, b"a", True),
        # More than was asked for: it counts for nothing, and ends the connection.
        (OK + b"Content-Length: 1\r\n\r\naHTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nb", 200, b"a", False),
        # Apache offers HTTP/2 on every answer.
        (OK + b"Upgrade: h2\r\nConnection: Upgrade\r\nContent-Length: 1\r\n\r\na", 200, b"a", True),
        # What is mended, after which the connection ends.
        (OK + b"no colon\r\nContent-Length: 1\r\n\r\na", 200, b"a", False),
        (OK + b"A: one\r\n  two\r\nContent-Length: 1\r\n\r\na", 200, b"a", False),
        (b"HTTP/1.1 200 OK\nContent-Length: 1\n\na", 200, b"a", False),
        (OK + b"Content-Length: 1\r\nContent-Length: 1\r\n\r\na", 200, b"a", False),
        (OK + b"Content-Length: 1, 1\r\n\r\na", 200, b"a", False),
        (OK + b"Content-Length: 99\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n\r\n", 200, b"a", False),
    ],
)
@pytest.mark.parametrize("size", [1, 7, 100_000])
def test_a_response_is_read_in_pieces_of_any_size(data, status, body, is_reusable, size):
    received, reader = read(*(data[place : place + size] for place in range(0, len(data), size)))
    assert (received.head.status, received.body) == (status, body)
    assert reader.is_complete
    assert reader.is_reusable is is_reusable


@pytest.mark.parametrize(
    "data",
    [
        OK + b"Content-Length: 1\r\nContent-Length: 2\r\n\r\n",
        OK + b"Content-Length: 1, 2\r\n\r\n",
        OK + b"Content-Length: +1\r\n\r\n",
        OK + b"Content-Length: 0x1\r\n\r\n",
        OK + b"Content-Length: -1\r\n\r\n",
        OK + b"Content-Length : 1\r\n\r\n",
        OK + b"Bad name: 1\r\n\r\n",
        OK + b"Name: a\0b\r\n\r\n",
        OK + b"Name: a\rContent-Length: 3\r\n\r\n",
        OK + b": nothing\r\n\r\n",
        OK + b"Transfer-Encoding: gzip, chunked\r\n\r\n",
        OK + b"Transfer-Encoding: xchunked\r\n\r\n",
        OK + b"Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n",
        b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n",
        b"HTTP/1.1 101 Switching Protocols\r\n\r\n",
        b"HTTP/1.1 2000 OK\r\n\r\n",
        b"HTTP/1.1 abc OK\r\n\r\n",
        b"<html>no head</html>\r\n\r\n",
        b"SSH-2.0-OpenSSH_9\r\n\r\n",
        CHUNKED + b"x\r\n",
        CHUNKED + b"-1\r\n",
        CHUNKED + b"0x1\r\na\r\n0\r\n\r\n",
        CHUNKED + b"1\na\n0\n\n",
        CHUNKED + b"1\r\nab\r\n0\r\n\r\n",
        CHUNKED + b"fffffffffffffffff\r\n",
        OK + b"A: " + b"x" * LARGEST_HEAD,
        OK + b"A: b\r\n" * (LARGEST_HEAD // 4),
        b"HTTP/1.1 100 Go\r\n\r\n" * (LARGEST_HEAD // 8),
        CHUNKED + b"1;" + b"x" * MOST_OVERHEAD,
        CHUNKED + b"1\r\na\r\n0\r\n" + b"A: b\r\n" * MOST_OVERHEAD,
        CHUNKED + b"0" * (MOST_OVERHEAD + 1),
    ],
)
def test_what_is_no_response_or_hides_another_is_refused(data):
    with pytest.raises(BrokenResponseError):
        read(*(data[place : place + 1000] for place in range(0, len(data), 1000)))


def test_the_answer_to_head_has_no_body_whatever_it_announces():
    received, reader = read(OK + b"Content-Length: 3\r\n\r\n", method="HEAD")
    assert received.head.length == 3
    assert reader.is_complete
    assert reader.is_reusable


def test_a_body_of_unknown_length_ends_with_the_connection():
    received, reader = read(OK + b"\r\nabc", b"def", end=True)
    assert reader.is_complete
    assert received.body == b"abcdef"
    assert not reader.is_reusable


@pytest.mark.parametrize("data", [b"", b"HTTP/1.1 2", OK + b"Content-Length: 3\r\n\r\nab", CHUNKED + b"1\r\na\r\n"])
def test_an_end_before_the_end_is_told(data):
    assert not read(data, end=True)[1].is_complete


def test_headers_come_in_their_order_and_writing_and_those_of_the_connection_apart():
    received, _ = read(OK + b"x-A: 1\r\nSet-Cookie:a \r\nKeep-Alive: timeout=5, max=9\r\nset-cookie: b\r\n\r\n")
    assert received.head.headers == [(b"x-A", b"1"), (b"Set-Cookie", b"a"), (b"set-cookie", b"b")]
    assert received.head.kept == 5


TOKENS = st.sampled_from(
    [b"X-A", b"Content-Type", b"set-cookie", b"Content-Length", b"Transfer-Encoding", b"Connection", b"B ad", b""]
)
VALUES = st.sampled_from(
    [
        b"a",
        b"",
        b"3",
        b"3, 3",
        b"4",
        b"+3",
        b"chunked",
        b"Chunked",
        b"gzip",
        b"close",
        b"keep-alive",
        b"\xe4",
        b"a\x01",
        b"a\0",
    ]
)
LINES = st.lists(st.tuples(TOKENS, st.sampled_from([b":", b": ", b" : ", b":\t"]), VALUES).map(b"".join), max_size=4)
BODIES = st.sampled_from(
    [
        b"",
        b"abc",
        b"abcd",
        b"3\r\nabc\r\n0\r\n\r\n",
        b"1;e=f\r\na\r\n02\r\nbc\r\n0\r\nT: r\r\n\r\n",
        b"3\r\nab",
        b"z\r\n",
    ]
)


@given(
    version=st.sampled_from([b"1.1", b"1.0"]),
    status=st.sampled_from([b"200 OK", b"204 No", b"304 Same", b"404", b"500 \xe4"]),
    lines=LINES,
    end=st.sampled_from([b"\r\n", b"\n"]),
    body=BODIES,
    method=st.sampled_from(["GET", "HEAD"]),
)
@example(
    b"1.1", b"200 OK", [b"Content-Length: 3", b"Transfer-Encoding: chunked"], b"\r\n", b"3\r\nabc\r\n0\r\n\r\n", "GET"
)
def test_it_agrees_with_h11(version, status, lines, end, body, method):
    """What h11 refuses is refused, but for stray lines; what it takes is read the same."""
    data = end.join([b"HTTP/%b %b" % (version, status), *lines, b"", b""]) + body
    theirs = read_by_h11(data, method)
    try:
        received, reader = read(data, end=True, method=method)
    except BrokenResponseError:
        assert theirs is None
        return
    assert (received.head.status, received.body, reader.is_complete) == theirs


ENDED = ("without sending complete message body", "peer unexpectedly closed connection")
"""What h11 says where there is nothing wrong but the end."""


def read_by_h11(data, method):
    """The status, the body and whether it is whole; none if it is refused."""
    client = h11.Connection(h11.CLIENT)
    client.send(h11.Request(method=method, target="/", headers=[("Host", "h")]))
    client.send(h11.EndOfMessage())
    status, body, is_whole = None, b"", False
    client.receive_data(data)
    client.receive_data(b"")
    try:
        while not is_whole:
            event = client.next_event()
            if isinstance(event, h11.Response):
                status = event.status_code
            elif isinstance(event, h11.Data):
                body += bytes(event.data)
            elif isinstance(event, h11.EndOfMessage):
                is_whole = True
            elif event in (h11.NEED_DATA, h11.PAUSED) or isinstance(event, h11.ConnectionClosed):
                break
    except h11.RemoteProtocolError as error:
        if not any(part in str(error) for part in ENDED):
            return None
    return status, body, is_whole
