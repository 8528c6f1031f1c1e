"""Signals reach the listeners that Scrapy's manager reaches, with the same arguments and results."""

import asyncio
import gc
import logging
import weakref

import pytest
from pydispatch import dispatcher
from scrapy.exceptions import DontCloseSpider
from scrapy.signalmanager import SignalManager
from twisted.python.failure import Failure

from scrapy_bt.engine.signals import LeanSignals, has_listeners, send_now


class Sender:
    """Whose signals they are."""


class Listening:
    def __init__(self):
        self.heard = []

    def with_some(self, item):
        self.heard.append(item)
        return "some"

    def with_all(self, **named):
        self.heard.append(sorted(named))
        return "all"

    def with_none(self):
        return "none"

    def with_signal(self, signal, sender, spider=None):
        return spider

    def failing(self, item):
        raise ValueError(item)

    def silent(self):
        raise DontCloseSpider

    def __call__(self, item):
        return "called"


METHODS = ("with_some", "with_all", "with_none", "with_signal", "failing", "silent")


def results_of(manager_class, signal, listening, sender):
    manager = manager_class(sender)
    receivers = [*(getattr(listening, name) for name in METHODS), listening]
    for receiver in receivers:
        manager.connect(receiver, signal)
    try:
        found = manager.send_catch_log(signal, item=1, spider="it", dont_log=DontCloseSpider)
        return [(receiver, _plain(result)) for receiver, result in found]
    finally:
        for receiver in receivers:
            manager.disconnect(receiver, signal)


def _plain(result):
    return repr(result.value) if isinstance(result, Failure) else result


def test_results_are_those_of_scrapys(caplog):
    listening, signal, sender = Listening(), object(), Sender()
    stock = results_of(SignalManager, signal, listening, sender)
    complaints = [record.getMessage() for record in caplog.records]
    caplog.clear()
    assert results_of(LeanSignals, signal, listening, sender) == stock
    assert [record.getMessage() for record in caplog.records] == complaints
    assert len(complaints) == 1
    assert listening.heard[: len(listening.heard) // 2] == listening.heard[len(listening.heard) // 2 :]


@pytest.mark.parametrize("manager_class", [SignalManager, LeanSignals])
def test_listeners_may_come_and_go_between_two_signals(manager_class):
    sender, signal, other = Sender(), object(), object()
    manager = manager_class(sender)
    first, second, anybodys = Listening(), Listening(), Listening()
    heard = lambda: [result for _, result in manager.send_catch_log(signal, item=1)]  # noqa: E731
    manager.connect(first.with_some, signal)
    assert heard() == heard() == ["some"]
    manager.connect(second.with_all, signal)
    assert heard() == ["some", "all"]
    dispatcher.connect(anybodys.with_none, signal)
    assert heard() == ["some", "all", "none"]
    manager.disconnect(first.with_some, signal)
    assert heard() == ["all", "none"]
    assert manager.send_catch_log(other, item=1) == []
    gone = weakref.ref(second)
    del second
    gc.collect()
    assert gone() is None
    assert heard() == ["none"]
    dispatcher.disconnect(anybodys.with_none, signal)
    assert heard() == []


def test_nothing_is_sent_where_nobody_listens():
    sender, signal = Sender(), object()
    assert not has_listeners(sender, signal)
    assert LeanSignals(sender).send_catch_log(signal) == []
    assert LeanSignals(sender).send_now(signal) == []


def test_plain_listeners_are_done_at_once():
    listening, signal, sender = Listening(), object(), Sender()
    manager = LeanSignals(sender)
    manager.connect(listening.with_some, signal)
    assert send_now(manager, signal, item=7) == [(listening.with_some, "some")]
    assert listening.heard == [7]


@pytest.mark.parametrize("is_coroutine", [True, False])
def test_listeners_that_take_their_time_are_awaited(is_coroutine, caplog):
    sender, signal = Sender(), object()

    async def later(item):
        await asyncio.sleep(0)
        return item

    async def failing():
        await asyncio.sleep(0)
        raise ValueError("as expected")

    def plain(item):
        return later(item)

    def plain_failing():
        return failing()

    receivers = (later, failing) if is_coroutine else (plain, plain_failing)
    manager = LeanSignals(sender)
    for receiver in receivers:
        manager.connect(receiver, signal)

    async def send():
        return await manager.send_now(signal, item=3)

    with caplog.at_level(logging.ERROR):
        first, second = asyncio.run(send())
    assert first == (receivers[0], 3)
    assert isinstance(second[1], ValueError)
    assert len(caplog.records) == 1
