import asyncio
import socket
from contextlib import suppress

import pytest
import uvicorn

from scrapy_bt.patience import TimelyProtocol


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
