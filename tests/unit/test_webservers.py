import asyncio
import socket
import ssl
from contextlib import suppress
from pathlib import Path

import pytest
import uvicorn

from scrapy_bt.webservers import LOOP, TimelyLoop, TimelyProtocol
from tests.certificates import write_certificate


class Hasty(TimelyProtocol):
    """Waits for no head."""

    head_seconds = 0.0


@pytest.mark.server
def test_who_never_ends_the_head_of_a_request_is_hung_up_on() -> None:
    async def application(scope: object, receive: object, send: object) -> None:
        raise AssertionError("it is never asked")

    async def wait_to_be_hung_up_on() -> None:
        with socket.create_server(("127.0.0.1", 0)) as listener:
            server = uvicorn.Server(uvicorn.Config(application, http=Hasty, lifespan="off", log_config=None))
            serving = asyncio.create_task(server.serve(sockets=[listener]))
            reader, writer = await asyncio.open_connection(*listener.getsockname())
            writer.write(b"GET / HTTP/1.1\r\nHost: a\r\n")
            with suppress(ConnectionResetError):  # what has come too late to be read
                assert await reader.read() == b""
            writer.close()
            server.should_exit = True
            await serving

    asyncio.run(wait_to_be_hung_up_on())


class HastyLoop(TimelyLoop):
    """Waits for no handshake; none at all is no number of seconds to asyncio."""

    handshake_seconds = 1e-9


@pytest.mark.server
def test_who_never_ends_the_handshake_is_hung_up_on(tmp_path: Path) -> None:
    async def wait_to_be_hung_up_on() -> None:
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        context.load_cert_chain(write_certificate(tmp_path))
        loop = asyncio.get_running_loop()
        server = await loop.create_server(asyncio.Protocol, "127.0.0.1", 0, ssl=context)
        async with server:
            reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
            with suppress(ConnectionResetError):
                assert await reader.read() == b""
            writer.close()

    loop = HastyLoop()
    try:
        loop.run_until_complete(wait_to_be_hung_up_on())
    finally:
        loop.close()


def test_uvicorn_takes_the_loop_by_its_name() -> None:
    assert uvicorn.Config(lambda: None, loop=LOOP).get_loop_factory() is TimelyLoop
