"""A Kafka broker for tests: a mock cluster in a process of its own, behind a port that stays when it is restarted."""

from __future__ import annotations

import asyncio
import json
import shutil
import sys
import tempfile
import time
from importlib.util import find_spec
from pathlib import Path
from threading import Event, Thread
from types import TracebackType
from typing import TYPE_CHECKING, Any

from ..errors import BTError
from .ports import HOST, pick_port
from .processes import ServerProcess
from .servers import START_SECONDS

if TYPE_CHECKING:
    from typing_extensions import Self

_POLL_SECONDS = 0.02
_CHUNK = 65_536


class KafkaStartError(BTError):
    """A Kafka broker for a test did not start."""


class KafkaBroker:
    """One broker on a free port of this machine, as long as the `with` block; topics are made when they are used.

    It keeps messages in memory alone, so that `kill` reads what it has confirmed before: `messages` has all of that,
    as the disk of a real broker would.

    Raises:
        KafkaStartError: confluent-kafka is not installed.
    """

    def __init__(self) -> None:
        if find_spec("confluent_kafka") is None:
            raise KafkaStartError("the mock cluster is part of confluent-kafka: pip install 'scrapy_bt[kafka]'")
        self._folder: Path | None = None
        self._process: ServerProcess | None = None
        self._answers = 0
        self._port = 0
        self._door: Door | None = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    @property
    def servers(self) -> str:
        """What `BT_KAFKA_SERVERS` takes; it stays the same until `close`."""
        return f"{HOST}:{self._port}"

    @property
    def pid(self) -> int | None:
        """The number of the broker's process while it runs."""
        return self._process.pid if self._process else None

    @property
    def is_alive(self) -> bool:
        """Whether the broker runs: nobody has ended it from outside."""
        return self._process is not None and self._process.is_alive

    @property
    def messages(self) -> list[dict[str, Any]]:
        """All messages that have been read since the first start: topic, partition, key and value."""
        path = self._path("messages.jl")
        lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
        return [json.loads(line) for line in lines]

    def start(self) -> None:
        """Start the broker and wait until it answers; one that runs is left alone."""
        if self._process is not None:
            return
        self._folder = self._folder or Path(tempfile.mkdtemp(prefix="kafka-"))
        log = self._path(f"output-{len(list(self._folder.glob('output-*')))}.log")
        command = [sys.executable, "-m", "scrapy_bt.testing.broker", str(self._path("messages.jl"))]
        self._process, self._log, self._answers = ServerProcess(command, log=log), log, 0
        port = self._wait_for_answer()["port"]
        if self._door is None:
            self._port = pick_port()
            self._door = Door(self._port)
        self._door.open(port)

    def drain(self) -> None:
        """Wait until everything that the broker has confirmed is among the messages."""
        if self._process is not None:
            self._process.tell("drain")
            self._wait_for_answer()

    def cut(self) -> None:
        """Break off all connections, and refuse new ones, until `restore`."""
        if self._door is not None:
            self._door.shut()

    def restore(self) -> None:
        """Take connections again."""
        if self._door is not None:
            self._door.open()

    def kill(self) -> None:
        """End the broker at once (SIGKILL), as soon as what it has confirmed is read; it forgets everything."""
        self.cut()
        self.drain()
        process, self._process = self._process, None
        if process is not None:
            process.kill()

    def restart(self) -> None:
        """Start it again on its port, empty; one that still runs is killed before."""
        self.kill()
        self.start()

    def freeze(self) -> None:
        """Stop the broker (SIGSTOP): it takes connections, and answers nothing, until `thaw`."""
        if self._process is not None:
            self._process.freeze()

    def thaw(self) -> None:
        """Let a frozen broker go on (SIGCONT)."""
        if self._process is not None:
            self._process.thaw()

    def close(self) -> None:
        """End the broker and remove its folder."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
        door, self._door = self._door, None
        if door is not None:
            door.close()
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)
        self._folder, self._port = None, 0

    def _path(self, name: str) -> Path:
        assert self._folder is not None, "it has been started"
        return self._folder / name

    def _wait_for_answer(self) -> dict[str, Any]:
        """The next line that the process says."""
        assert self._process is not None
        end = time.monotonic() + START_SECONDS
        while time.monotonic() < end and self._process.is_alive:
            said = self._log.read_text(errors="replace") if self._log.exists() else ""
            lines = [line for line in said.splitlines(keepends=True) if line.startswith("{") and line.endswith("\n")]
            if len(lines) > self._answers:
                self._answers += 1
                found: dict[str, Any] = json.loads(lines[self._answers - 1])
                return found
            Event().wait(_POLL_SECONDS)
        said = self._log.read_text(errors="replace") if self._log.exists() else ""
        self.close()
        raise KafkaStartError(f"the Kafka broker did not answer: {said[-2000:] or 'it said nothing'}")


class Door:
    """Forwards connections from *port* to a broker, in a thread; brokers tell their own port, which is put right."""

    def __init__(self, port: int) -> None:
        self._port, self._target = port, 0
        self._loop = asyncio.new_event_loop()
        self._server: asyncio.Server | None = None
        self._tasks: set[asyncio.Task[None]] = set()
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
        if server is not None:
            server.close()
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _welcome(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
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
            self._tasks.discard(task)


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
