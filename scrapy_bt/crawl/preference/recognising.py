"""Runs recognisers in threads beside the crawl, each with a bound for one text."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Mapping, Sequence
from queue import SimpleQueue
from typing import Any

from ...core.preference.languages import language_of
from ...core.preference.mentions import Mention, Recogniser

_LONGEST = 20_000
"""Characters of a page that are read."""
_MOST_WAITING = 50
"""Texts; further ones are passed by."""
_Job = tuple[str, str, "asyncio.Future[Sequence[Mention]]"]


class Recognising:
    """*recognisers*: by their names; *seconds*: the bound for one text; *tell*: of what went wrong, once for each."""

    def __init__(self, recognisers: Mapping[str, Recogniser], seconds: float, tell: Callable[..., None]) -> None:
        self._workers = {name: _RecogniserThread(recogniser, seconds) for name, recogniser in recognisers.items()}
        self._tell, self._told = tell, set[str]()
        self._waiting = 0
        self.passed_by = 0
        """Texts that a recogniser did not read."""

    async def recognise(self, text: str) -> list[Mention]:
        """What all of them have found; a text that one of them cannot read is passed by, and counted."""
        if self._waiting >= _MOST_WAITING:
            self._pass_by("", "%d texts wait for recognisers: further ones are passed by", self._waiting)
            return []
        text = text[:_LONGEST]
        language = language_of(text)
        self._waiting += 1
        try:
            found = [await self._by(name, worker, text, language) for name, worker in self._workers.items()]
        finally:
            self._waiting -= 1
        return [mention for mentions in found for mention in mentions]

    async def _by(self, name: str, worker: _RecogniserThread, text: str, language: str) -> Sequence[Mention]:
        try:
            found = await worker.recognise(text, language)
            within = [one for one in found if 0 <= one.start < one.end <= len(text)]
        except Exception as error:  # noqa: BLE001 - of a plug-in, which may raise anything
            self._pass_by(name, "%s could not read a text, which is passed by: %r", name, error)
            return ()
        if len(within) < len(found):
            said = "%s names places outside the text that it read, which are left out: it should count characters"
            self._tell_once(f"{name} outside", said, name)
        return within

    def _pass_by(self, why: str, *said: object) -> None:
        """Count a text, and tell why it is not read, once for each reason."""
        self.passed_by += 1
        self._tell_once(why, *said)

    def _tell_once(self, why: str, *said: object) -> None:
        if why not in self._told:
            self._told.add(why)
            self._tell(*said)

    def close(self) -> None:
        """Let the threads end."""
        for worker in self._workers.values():
            worker.close()


class _RecogniserThread:
    """A thread for one recogniser; where a text takes too long another thread takes its place."""

    def __init__(self, recogniser: Recogniser, seconds: float) -> None:
        self._recogniser, self._seconds = recogniser, seconds
        self._turn = asyncio.Lock()
        self._jobs = self._start()

    async def recognise(self, text: str, language: str) -> Sequence[Mention]:
        async with self._turn:
            done: asyncio.Future[Sequence[Mention]] = asyncio.get_running_loop().create_future()
            self._jobs.put((text, language, done))
            try:
                return await asyncio.wait_for(done, self._seconds)
            except asyncio.TimeoutError:
                self.close()
                self._jobs = self._start()
                raise TimeoutError(f"it took longer than {self._seconds:g} seconds") from None

    def close(self) -> None:
        self._jobs.put(None)

    def _start(self) -> SimpleQueue[_Job | None]:
        jobs: SimpleQueue[_Job | None] = SimpleQueue()
        # A daemon, since one that never comes back must not keep the process.
        threading.Thread(target=self._run, args=(jobs,), name="recogniser", daemon=True).start()
        return jobs

    def _run(self, jobs: SimpleQueue[_Job | None]) -> None:
        while (job := jobs.get()) is not None:
            text, language, done = job
            try:
                _hand_over(done, done.set_result, list(self._recogniser.recognise(text, language)))
            except BaseException as error:  # noqa: BLE001 - handed over
                _hand_over(done, done.set_exception, error if isinstance(error, Exception) else RuntimeError(error))


def _hand_over(done: asyncio.Future[Any], give: Callable[[Any], None], value: Any) -> None:
    try:
        done.get_loop().call_soon_threadsafe(lambda: None if done.done() else give(value))
    except RuntimeError:
        return  # the crawl has ended meanwhile
