import sys

import psutil
import pytest

from scrapy_bt.testing.proxies import PracticeProxies
from scrapy_bt.testing.proxy_process import ProxyError


def test_a_process_that_has_ended_is_told_of():
    with PracticeProxies() as proxies:
        process = psutil.Process(proxies.pid)
        process.kill()
        process.wait()
        with pytest.raises(ProxyError, match="the proxies have ended"):
            proxies.counts()


def test_what_a_process_says_that_does_not_start_is_told(monkeypatch, tmp_path):
    program = tmp_path / "python"
    program.write_text("#!/bin/sh\necho out of order >&2\n")
    program.chmod(0o700)
    monkeypatch.setattr(sys, "executable", str(program))
    proxies = PracticeProxies()
    with pytest.raises(ProxyError, match="the proxies did not start: out of order"):
        proxies.start()
    assert proxies.pid is None


def test_a_start_that_is_broken_off_leaves_nothing(monkeypatch):
    def interrupt(**_):
        started.append(proxies.pid)
        raise KeyboardInterrupt

    started = []
    proxies = PracticeProxies()
    monkeypatch.setattr(proxies, "_listen", interrupt)
    with pytest.raises(KeyboardInterrupt):
        proxies.start()
    assert proxies.pid is None
    assert not psutil.pid_exists(started[0])


def test_an_answer_may_be_longer_than_what_a_pipe_delivers_at_once():
    sessions = [str(number).zfill(100) for number in range(500)]
    with PracticeProxies() as proxies:
        proxies.set(0, sessions=sessions)
        assert proxies.counts()[0]["sessions"] == sessions


def test_a_port_that_stays_taken_is_told(monkeypatch):
    with PracticeProxies() as first:
        taken = int(first.urls[0].rpartition(":")[2])
        monkeypatch.setattr("scrapy_bt.testing.proxy_process.pick_port", lambda: taken)
        with pytest.raises(ProxyError, match="found no free port"):
            PracticeProxies().start()
