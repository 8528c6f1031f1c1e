"""Twisted's cancelled timers, in a process that has a reactor."""

import subprocess
import sys

from scrapy import Spider, signals
from scrapy.crawler import Crawler

from scrapy_bt.engine import timers
from scrapy_bt.engine.timers import CancelledTimers

PROGRAM = """
import asyncio, gc, time
from twisted.internet import asyncioreactor
loop = asyncio.new_event_loop()
asyncioreactor.install(loop)
from twisted.internet import reactor
from twisted.internet.base import DelayedCall
from scrapy_bt.engine.timers import CancelledTimers

extension = CancelledTimers()

def begin():
    extension.engine_started()
    for _ in range(10_000):
        reactor.callLater(180, print).cancel()
    look()

def look():
    kept = sum(isinstance(each, DelayedCall) for each in gc.get_objects())
    if kept < 100:
        extension.engine_stopped()
        print(kept, len(reactor.getDelayedCalls()))
        reactor.stop()
    else:
        loop.call_later(0.2, look)  # no timer of Twisted's

reactor.callWhenRunning(begin)
reactor.run()
"""


def test_cancelled_timers_are_forgotten_long_before_they_are_due() -> None:
    done = subprocess.run([sys.executable, "-c", PROGRAM], check=False, capture_output=True, text=True)
    assert not done.stderr
    kept, calls = map(int, done.stdout.split())
    assert kept < 100
    assert not calls


def test_without_a_reactor_there_are_none(monkeypatch) -> None:
    monkeypatch.setattr(timers, "is_reactor_installed", lambda: False)
    crawler = Crawler(Spider)
    extension = CancelledTimers.from_crawler(crawler)
    crawler.signals.send_catch_log(signals.engine_started)
    crawler.signals.send_catch_log(signals.engine_stopped)
    assert extension._beat is None
