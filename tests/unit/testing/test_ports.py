import socket

from scrapy_bt.testing import ports
from scrapy_bt.testing.ports import HOST, PORTS, pick_port


def test_a_port_can_be_listened_on():
    port = pick_port()
    assert port in PORTS
    with socket.create_server((HOST, port)):
        pass


def test_a_port_that_somebody_listens_on_is_not_picked(monkeypatch):
    with socket.create_server((HOST, 0)) as taken:
        chosen = iter((taken.getsockname()[1], pick_port()))
        monkeypatch.setattr(ports.random.SystemRandom, "choice", lambda self, among: next(chosen))
        assert pick_port() != taken.getsockname()[1]
