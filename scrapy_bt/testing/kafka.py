"""A Kafka broker for tests: a mock cluster in a process of its own, behind a port that stays when it is restarted."""

from __future__ import annotations

import asyncio
import json
import sys
from importlib.util import find_spec
from threading import Thread
from typing import Any

from ..errors import BTError
from .local_server import LocalServer
from .ports import HOST
from .processes import ServerProcess

_MESSAGES = "messages.jl"
_CHUNK = 65_536


class KafkaStartError(BTError):
    """A Kafka broker for a test did not start."""


class KafkaBroker(LocalServer):
    """One broker on a free port of this machine, as long as the `with` block; topics are made when they are used.

    It keeps messages in memory alone, so that it is empty after a restart, and `kill` and `stop` read what it has
    confirmed before: `messages` has all of that, as the disk of a real broker would.

    Raises:
        KafkaStartError: confluent-kafka is not installed.
    """

    _name = "kafka"

    def __init__(self) -> None:
        super().__init__()
        if find_spec("confluent_kafka") is None:
            raise KafkaStartError("the mock cluster is part of confluent-kafka: pip install 'scrapy_bt[kafka]'")
        self._heard = 0
        """So much of the output has been read for answers."""
        self._door: Door | None = None

    @property
    def servers(self) -> str:
        """What `BT_KAFKA_SERVERS` takes; it stays the same until `close`."""
        return f"{HOST}:{self.port}"

    @property
    def messages(self) -> list[dict[str, Any]]:
        """All messages that have been read since the first start: topic, partition, key and value."""
        # Only line feeds end them, and the last one may be under way.
        *lines, _ = self._read(_MESSAGES).split("\n")
        return [json.loads(line) for line in lines]

    def drain(self) -> None:
        """Wait until everything that the broker has confirmed is among the messages."""
        if self._process is not None:
            self._process.tell("drain")
            if not self._wait_until(lambda: self._next_answer() is not None):
                raise self._give_up()

    def cut(self) -> None:
        """Break off all connections, and refuse new ones, until `restore`."""
        if self._door is not None:
            self._door.shut()

    def restore(self) -> None:
        """Take connections again."""
        if self._door is not None:
            self._door.open()

    def stop(self) -> None:
        """Stop it as `kill` does: there is nothing that the broker could put in order."""
        self.kill()

    def kill(self) -> None:
        """End the broker at once (SIGKILL), as soon as what it has confirmed is read; it forgets everything."""
        self.cut()
        self.thaw()
        self.drain()
        super().kill()

    def close(self) -> None:
        """End the broker and remove its folder."""
        super().close()
        door, self._door = self._door, None
        if door is not None:
            door.close()

    def _launch(self) -> ServerProcess:
        self._heard = len(self.output)
        command = [sys.executable, "-m", "scrapy_bt.testing.broker", str(self.folder / _MESSAGES)]
        return ServerProcess(command, log=self._log)

    def _is_ready(self) -> bool:
        """Whether the broker has told its port, to which the door leads from now on."""
        answer = self._next_answer()
        if answer is None:
            return False
        self._door = self._door or Door(self.port)
        self._door.open(answer["port"])
        return True

    def _failure(self, said: str) -> BTError:
        return KafkaStartError(f"the Kafka broker did not answer: {said}")

    def _next_answer(self) -> dict[str, Any] | None:
        """The next line of JSON that the process says, if there is one by now."""
        *lines, _ = self.output[self._heard :].split("\n")
        for line in lines:
            self._heard += len(line) + 1
            if line.startswith("{"):
                found: dict[str, Any] = json.loads(line)
                return found
        return None


class Door:
    """Forwards connections from *port* to a broker, in a thread; brokers tell their own port, which is put right."""

    def __init__(self, port: int) -> None:
        self._port, self._target = port, 0
        self._loop = asyncio.new_event_loop()
        self._server: asyncio.Server | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._ends: set[asyncio.StreamWriter] = set()
        """Of clients' connections."""
        self._thread = Thread(target=self._loop.run_forever, name="kafka door", daemon=True)
        self._thread.start()

    def open(self, target: int = 0) -> None:
        """Take connections, from now on for *target*, where one is given."""
        asyncio.run_coroutine_threadsafe(self._open(target), self._loop).result()

    def shut(self) -> None:
        """Take none, and break off those that there are."""
        asyncio.run_coroutine_threadsafe(self._shut(), self._loop).result()

    def close(self) -> None:
        """End the thread."""
        self.shut()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    async def _open(self, target: int) -> None:
        self._target = target or self._target
        if self._server is None:
            self._server = await asyncio.start_server(self._welcome, HOST, self._port, reuse_address=True)

    async def _shut(self) -> None:
        server, self._server = self._server, None
        # A server that is closed leaves connections open that it is about to accept: it takes no more first.
        for listener in server.sockets if server is not None else ():
            self._loop.remove_reader(listener.fileno())
        # Such a connection has a task of the loop first, and one of the door only then.
        while tasks := asyncio.all_tasks() - {asyncio.current_task()}:
            for task in self._tasks:
                task.cancel()
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        if server is not None:
            server.close()
        while self._ends:
            self._ends.pop().transport.abort()
        await asyncio.sleep(0)  # lost connections are told of

    def _welcome(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Know the connection before its task runs: what is cancelled earlier closes nothing."""
        self._ends.add(writer)
        task = self._loop.create_task(self._forward(reader, writer))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _forward(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        ends = [writer]
        try:
            there, back = await asyncio.open_connection(HOST, self._target)
            ends.append(back)
            told, meant = (HOST.encode() + port.to_bytes(4, "big") for port in (self._target, self._port))
            ways = (_pass_on(reader, back), _pass_on(there, writer, told, meant))
            done, others = await asyncio.wait(
                [asyncio.ensure_future(way) for way in ways], return_when=asyncio.FIRST_COMPLETED
            )
            for other in others:
                other.cancel()
            await asyncio.gather(*done, *others, return_exceptions=True)
        except (OSError, asyncio.CancelledError):
            return
        finally:
            for end in ends:
                end.transport.abort()
            self._ends.discard(writer)


async def _pass_on(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, told: bytes = b"", meant: bytes = b""
) -> None:
    """Forward what comes, with *meant* in the place of *told*, of the same length."""
    held = b""
    while data := await reader.read(_CHUNK):
        if told:
            data = (held + data).replace(told, meant)
            kept = next((size for size in range(len(told) - 1, 0, -1) if data.endswith(told[:size])), 0)
            data, held = data[: len(data) - kept], data[len(data) - kept :]
        writer.write(data)
        await writer.drain()
