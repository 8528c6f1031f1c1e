import asyncio
import json
import subprocess
import sys

from scrapy_bt.testing.ports import HOST, pick_port
from scrapy_bt.testing.relay import Relay


async def shout(reader, writer):
    while data := await reader.read(100):
        writer.write(data.upper())
    writer.close()


def test_a_relay_listens_at_a_free_port_and_forwards():
    async def talk():
        relay = Relay()
        async with await asyncio.start_server(shout, HOST, 0) as server:
            target = server.sockets[0].getsockname()[1]
            free = pick_port()
            answers = [await relay.do_listen(port=port, target=target) for port in (target, free)]
            reader, writer = await asyncio.open_connection(HOST, free)
            writer.write(b"hello")
            said = await reader.readexactly(5)
            writer.write_eof()
            rest = await reader.read()
            writer.close()
            await writer.wait_closed()
            await relay.do_cut(at_reply=False)
        return answers, said, rest

    assert asyncio.run(talk()) == ([False, True], b"HELLO", b"")


def test_the_process_ends_with_its_input():
    done = subprocess.run(
        [sys.executable, "-m", "scrapy_bt.testing.relay"],
        input=b'{"command": "counts"}\n',
        capture_output=True,
        check=True,
    )
    assert json.loads(done.stdout) == {"open": 0, "accepted": 0, "cut": 0}
    assert done.stderr == b""
