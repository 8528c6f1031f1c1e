"""Replays what inference asks for, over the HTTP stack of a crawl: politely, and to allowed hosts only."""

from __future__ import annotations

import asyncio
import logging
import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import SystemRandom
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from scrapy import Request
from scrapy.crawler import AsyncCrawlerProcess

from ..core.inference.answers.pages.addresses import authority_of
from ..core.inference.plans.planrun import PlanRun
from ..core.inference.replay.experiment import Experiment, ReplayTrial
from ..core.inference.stepnames import number_of
from ..core.samples.retryafter import seconds_asked
from ..core.samples.traffic import Answer, Sent
from ..sentences import say
from ..versions import CannotResolveHostError, DownloadConnectionRefusedError, DownloadTimeoutError
from .replaymessages import answer_of, request_of
from .replaymiddlewares import PROBE, NotAllowed, ReplayCookies, ReplayLimits

if TYPE_CHECKING:
    from scrapy.crawler import Crawler

logger = logging.getLogger(__name__)

MOST_COPIES = 8
"""How many copies of an experiment are sent at once."""

LONGEST_WAIT = 60.0
"""Seconds beyond which a site that asks to wait is not waited for: its answer stands."""
MOST_WAITS = 3
"""How often one request is sent again because its site asked to wait."""
_GLANCE = 0.5
"""Seconds after which a wait looks whether somebody has asked to stop."""
_TRIES = 2
"""A connection that breaks is tried once more: servers close those that are kept open when they like."""

_FAILURES: tuple[tuple[type[BaseException], str], ...] = (
    (DownloadTimeoutError, "no answer in time"),
    (TimeoutError, "no answer in time"),
    (CannotResolveHostError, "the host has no address"),
    (DownloadConnectionRefusedError, "the host refuses connections"),
)

Tell = Callable[[str], None]
"""Hears what is told to whoever watches, in a few words."""


@dataclass(frozen=True)
class ReplayRules:
    """What replays may do, and how fast: *delay* seconds between two requests to a host (none to this machine)."""

    limits: ReplayLimits
    delay: float = 0.25
    timeout: float = 30.0
    """Seconds after which an answer is not waited for any more."""
    pauses: tuple[float, ...] = (2.0, 10.0, 30.0)
    """Seconds before a host that does not answer any more is asked again: one that is started anew is there by then."""


class Replayer:
    """Sends experiments one after another, each with a cookie jar of its own."""

    def __init__(self, crawler: Crawler, rules: ReplayRules) -> None:
        self._crawler, self._rules = crawler, rules
        self._random = SystemRandom()
        self.process: AsyncCrawlerProcess | None = None
        """Where other crawls can run beside the replays."""
        self.was_interrupted = False
        """Somebody has asked it to stop: nothing more is sent."""
        self.silent = ""
        """A host that answered, and does not any more: nothing more is sent; empty if there is none."""

    async def run(
        self, experiments: Sequence[Experiment], on_trial: Callable[[ReplayTrial], None], tell: Tell = logger.info
    ) -> None:
        """Send them in their order; *on_trial* hears of each replay, with several copies of each, *tell* of waits."""
        for experiment in experiments:
            if self.silent:
                return
            trials = await self._trials(experiment, tell)
            if self._rules.limits.silence.doubted:
                # Either the host has stopped, which says nothing of what was sent, or this request is not answered.
                if not await self.probe(tell):
                    return
                trials = await self._trials(experiment, tell)
            for trial in trials:
                on_trial(trial)

    async def probe(self, tell: Tell) -> bool:
        """Ask a host that has stopped answering again, with pauses; whether all hosts that once answered still do."""
        while not self.silent and (address := self._rules.limits.silence.doubted):
            host = authority_of(address)
            for pause in (0.0, *self._rules.pauses):
                if pause:
                    tell(say("{} does not answer: it is asked again in {} s", host, math.ceil(pause)))
                    await self._sleep(pause)
                if not self._crawler.crawling:
                    self.was_interrupted = True
                    return False
                if await self._is_there(address):
                    break
            else:
                self.silent = host
        return not self.silent

    async def _is_there(self, address: str) -> bool:
        engine = self._crawler.engine
        assert engine is not None, "a host is asked while the crawler runs"
        meta = {PROBE: True, "download_timeout": self._rules.timeout, "cookiejar": PROBE, "handle_httpstatus_all": True}
        try:
            await engine.download_async(Request(address, meta=meta, dont_filter=True))
        except Exception as error:  # noqa: BLE001  # each download handler has errors of its own
            logger.info("%s: %s", authority_of(address), _reason(error))
            return False
        return True

    async def _trials(self, experiment: Experiment, tell: Tell) -> list[ReplayTrial]:
        copies = range(min(experiment.copies, MOST_COPIES))
        if len(copies) == 1:
            return [await self._trial(experiment, 0, tell)]
        return await asyncio.gather(*(self._trial(experiment, copy, tell) for copy in copies))

    async def _trial(self, experiment: Experiment, copy: int, tell: Tell) -> ReplayTrial:
        jar = (experiment.number, copy)
        self._cookies().copy_jar((experiment.session, 0), jar)
        run = PlanRun(experiment.plan, now=time.time(), random=self._random.randrange)
        started = time.perf_counter()
        if experiment.pause:
            tell(f"the site limits how often it is asked: {math.ceil(experiment.pause)} s are waited")
            await self._sleep(experiment.pause)
        deadline = math.inf if experiment.seconds is None else started + experiment.seconds
        while (wanted := run.next()) is not None:
            step, sent, follows_redirects = wanted
            answer = await self._answer(sent, jar, copy, follows_redirects=follows_redirects)
            for _ in range(MOST_WAITS):
                # Of two at once, one that is put off shows that they disturb each other.
                if isinstance(answer, str) or experiment.copies > 1 or not await self._wait(answer, deadline, tell):
                    break
                answer = await self._answer(sent, jar, copy, follows_redirects=follows_redirects)
            if isinstance(answer, str):
                run.fail(answer)
                logger.info("replay %d, %s: %s: %s", experiment.number, experiment.purpose, _shown(sent), answer)
                break
            logger.info(
                "replay %d, %s: step %d: %s → %d, %d bytes",
                experiment.number,
                experiment.purpose,
                number_of(step),
                _shown(sent),
                answer.status,
                len(answer.body or b""),
            )
            run.receive(answer)
        return ReplayTrial(
            experiment.number,
            tuple(run.answers.items()),
            run.failure,
            missing=run.missing,
            seconds=time.perf_counter() - started,
        )

    async def _wait(self, answer: Answer, deadline: float, tell: Tell) -> bool:
        """Wait as long as a site that is busy asks; false: it does not ask, or for longer than there is time."""
        seconds = seconds_asked(answer, time.time())
        if seconds is None:
            return False
        asks = f"{urlsplit(answer.url).hostname} asks to wait {math.ceil(seconds)} s"
        end = time.perf_counter() + seconds
        if seconds > LONGEST_WAIT or end > deadline:
            tell(f"{asks}, which is too long: its answer {answer.status} counts")
            return False
        tell(asks)
        await self._sleep(seconds)
        return True

    async def _sleep(self, seconds: float) -> None:
        """Let time go by, unless somebody asks to stop."""
        end = time.perf_counter() + seconds
        while self._crawler.crawling and (left := end - time.perf_counter()) > 0:
            await asyncio.sleep(min(left, _GLANCE))

    async def _answer(self, sent: Sent, jar: Any, copy: int, *, follows_redirects: bool) -> Answer | str:
        """The answer to one request, or why there is none."""
        reason = self._rules.limits.why_not(sent.method, sent.url)
        if reason:
            return reason
        engine = self._crawler.engine
        assert engine is not None, "an experiment is sent while the crawler runs"
        for tries_left in reversed(range(_TRIES)):
            if not self._crawler.crawling:
                self.was_interrupted = True
                return "interrupted"
            try:
                request = request_of(sent, jar=jar, follows_redirects=follows_redirects)
                request.meta["download_timeout"] = self._rules.timeout
                if copy:
                    request.meta["download_slot"] = slot_of(urlsplit(sent.url).hostname or "", copy)
                return answer_of(await engine.download_async(request))
            except NotAllowed as error:
                return f"redirected: {error}"
            except Exception as error:  # noqa: BLE001  # each download handler has errors of its own
                reason = _reason(error)
                if not tries_left or isinstance(error, (ValueError, TimeoutError, DownloadTimeoutError)):
                    return reason
        return reason

    def _cookies(self) -> ReplayCookies:
        engine = self._crawler.engine
        assert engine is not None, "an experiment is sent while the crawler runs"
        found = (one for one in engine.downloader.middleware.middlewares if isinstance(one, ReplayCookies))
        return next(found)


def _shown(sent: Sent) -> str:
    """A request without its query, which may hold secrets."""
    address = urlsplit(sent.url)
    return f"{sent.method} {address.hostname}{address.path}"


def _reason(error: Exception) -> str:
    for kind, reason in _FAILURES:
        if isinstance(error, kind):
            return reason
    return f"no answer ({type(error).__name__})"


def slot_of(host: str, copy: int) -> str:
    """The slot of the downloader that a copy of an experiment has for itself."""
    return f"{host}#{copy}" if copy else host
