import json
import socket
import subprocess
import sys

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


PROGRAM = """
import asyncio
from scrapy_bt.testing.orders import take_orders

class Servant:
    async def do_add(self, one, other):
        return one + other

    async def do_nothing(self):
        return None

asyncio.run(take_orders(Servant()))
"""


def test_each_line_is_answered_by_a_line_until_the_input_ends():
    orders = [{"command": "add", "one": 1, "other": 2}, {"command": "nothing"}]
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        input="".join(json.dumps(order) + "\n" for order in orders),
        capture_output=True,
        check=True,
        text=True,
    )
    assert (done.stdout, done.stderr) == ("3\nnull\n", "")
