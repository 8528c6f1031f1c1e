import signal
import threading
from math import inf

import pytest

from scrapy_bt.commands.shared.processes import Processes


@pytest.fixture
def processes(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    started = Processes(tmp_path / "logs")
    yield started
    started.close(timeout=0.0)


def sleeper(processes, name):
    """A command that goes on until it is ended."""
    process = processes.start(name, "bt", "demo", "--serve", "--port", "0")
    pause = threading.Event()
    while "practice site" not in process.log.read_text():
        assert process.is_alive
        pause.wait(0.05)
    return process


def test_commands_run_side_by_side_each_with_its_log(processes, tmp_path):
    process = processes.start("one two", "bt", "templates")
    assert processes.wait(inf)
    assert (process.state, process.has_failed, process.log) == ("done", False, tmp_path / "logs" / "one+two.log")
    assert "project_template" in process.last_words()[-1]


def test_a_command_in_another_project_has_the_settings_of_that_one(tmp_path, monkeypatch):
    monkeypatch.setenv("SCRAPY_SETTINGS_MODULE", "settings_that_are_only_here")
    (tmp_path / "other").mkdir()
    processes = Processes(tmp_path / "logs", folder=tmp_path / "other")
    process = processes.start("there", "bt", "templates")
    assert processes.wait(inf)
    assert process.state == "done"


def test_what_fails_says_so(processes):
    process = processes.start("wrong", "bt", "no-such-command")
    assert processes.wait(inf)
    assert (process.state, process.has_failed) == ("ended with status 2", True)
    assert "there is no" in process.last_words()[-1]


def test_processes_end_in_order_or_are_ended(processes):
    first, second = sleeper(processes, "a"), sleeper(processes, "b")
    second.child.kill()
    second.child.wait()
    assert (second.state, second.has_failed) == ("was ended by SIGKILL", True)
    assert processes.living == [first]
    processes.end(signal.SIGINT)
    assert processes.wait(inf)
    assert first.state == "done"


def test_nothing_is_left_behind(processes):
    process = processes.start("a", "bt", "demo", "--serve", "--port", "0")
    assert process.is_alive
    processes.close(timeout=0.0)
    assert not process.is_alive
