import asyncio

import pytest

from scrapy_bt.engine.http.connections import Connection, NoResponseError
from scrapy_bt.engine.http.routes import Route

ROUTE = Route(is_secure=False, host="a.test", port=80)


class Transport(asyncio.Transport):
    """Takes what is written."""

    def __init__(self):
        super().__init__({"peername": ("fe80::1%eth0", 80, 0, 2)})
        self.written, self.waiting, self.is_aborted = b"", 0, False

    def write(self, data):
        self.written += data

    def abort(self):
        self.is_aborted = True

    def is_closing(self):
        return self.is_aborted

    def get_write_buffer_size(self):
        return self.waiting


class Exchange:
    def __init__(self):
        self.got, self.ended = [], []

    def data_came(self, data):
        self.got.append(data)

    def connection_ended(self, error):
        self.ended.append(error)


@pytest.fixture
def lost():
    return []


@pytest.fixture
def connection(lost):
    made = Connection(ROUTE, lost.append)
    made.connection_made(Transport())
    return made


def test_an_exchange_gets_what_comes_until_it_is_released(connection):
    exchange = Exchange()
    connection.send(b"ask", exchange)
    connection.data_received(b"answer")
    connection.release()
    assert (connection.transport.written, exchange.got) == (b"ask", [b"answer"])
    assert connection.is_usable
    assert str(connection.ip_address) == "fe80::1"


def test_what_comes_unasked_ends_it(connection):
    connection.data_received(b"surprise")
    assert connection.transport.is_aborted
    assert not connection.is_usable


def test_one_that_has_not_sent_all_is_not_usable(connection):
    connection.transport.waiting = 1
    assert not connection.is_usable


def test_an_exchange_is_told_once_of_the_end(connection, lost):
    exchange = Exchange()
    connection.send(b"ask", exchange)
    connection.eof_received()
    connection.connection_lost(ConnectionResetError())
    assert exchange.ended == [None]
    assert lost == [connection]
    with pytest.raises(NoResponseError):
        connection.send(b"ask", exchange)


def test_who_ends_it_is_not_told(connection):
    exchange = Exchange()
    connection.send(b"ask", exchange)
    connection.close()
    connection.connection_lost(None)
    assert exchange.ended == []
