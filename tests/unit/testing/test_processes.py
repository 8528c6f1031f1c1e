import signal
import subprocess
import sys

import psutil
import pytest

from scrapy_bt.testing.processes import ServerProcess
from tests.waiting import wait_until

pytestmark = pytest.mark.server

PROGRAM = """
import sys, time
print("begun", flush=True)
for line in sys.stdin:
    print("told", line, flush=True)
"""


@pytest.fixture
def process(tmp_path):
    started = ServerProcess([sys.executable, "-c", PROGRAM], log=tmp_path / "log")
    yield started
    if started.is_alive:
        started.kill()


def wait_for(path, text):
    wait_until(lambda: path.exists() and text in path.read_text())


def test_it_says_what_it_says_in_a_file_and_hears_lines(process, tmp_path):
    wait_for(tmp_path / "log", "begun")
    process.tell("a line")
    wait_for(tmp_path / "log", "told a line")


@pytest.mark.parametrize("way", ["stop", "kill"])
def test_it_ends(process, tmp_path, way):
    wait_for(tmp_path / "log", "begun")
    getattr(process, way)()
    assert not process.is_alive


def test_a_frozen_one_goes_on(process, tmp_path):
    wait_for(tmp_path / "log", "begun")
    process.freeze()
    process.tell("late")
    assert "late" not in (tmp_path / "log").read_text()
    process.thaw()
    wait_for(tmp_path / "log", "told late")


def test_it_ends_with_whoever_started_it(tmp_path):
    program = f"""
import sys
from pathlib import Path
from scrapy_bt.testing.processes import ServerProcess
one = ServerProcess([sys.executable, "-c", {PROGRAM!r}], log=Path({str(tmp_path / "log")!r}))
print(one.pid, flush=True)
sys.stdin.read()
"""
    command = [sys.executable, "-c", program]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as starter:
        pid = int(starter.stdout.readline())
        wait_for(tmp_path / "log", "begun")
        starter.send_signal(signal.SIGKILL)

    wait_until(lambda: not psutil.pid_exists(pid))
