"""A command line that is forked is what a started one is: other tests rely on it."""

import json
import os
import signal
import subprocess

import pytest

from tests.commandlines import COMMAND, SCRIPT, CommandLine
from tests.integration.projects import interrupt

TOLD = """
    import atexit, gc, io, json, os, random, resource, signal, sys, threading, warnings

    from scrapy.commands import ScrapyCommand


    class Left:
        def __init__(self):
            self.itself = self

        def __del__(self):
            print("garbage", file=sys.stderr)


    class Command(ScrapyCommand):
        def short_desc(self):
            return "Tell what is found"

        def run(self, args, opts):
            if "wait" in args:
                print("waits", flush=True)
                while True:
                    signal.pause()
            if "end" in args:
                main = threading.main_thread()
                threading.Thread(target=lambda: (main.join(), print("thread", file=sys.stderr))).start()
                atexit.register(lambda: print("called", file=sys.stderr))
                Left()
                print("not flushed")
                sys.exit({"text": "text", "nothing": None}.get(args[1], 300))
            streams = (sys.stdin, sys.stdout, sys.stderr)
            told = {
                "arguments": [args, sys.argv, sys.orig_argv[1:]],
                "paths": sys.path,
                "folder": os.getcwd(),
                "environment": dict(os.environ),
                "streams": [[each.name, each.mode, each.encoding, each.errors, each.line_buffering, each.write_through,
                    each.newlines, each.isatty(), each.fileno(), type(each.buffer).__name__] for each in streams],
                "signals": {number: str(signal.getsignal(number)).partition(" at ")[0] for number in (2, 13, 15, 17)},
                "blocked": [*map(str, signal.pthread_sigmask(signal.SIG_BLOCK, []))],
                "wakeup": signal.set_wakeup_fd(-1),
                "descriptors": sorted(os.listdir("/proc/self/fd"))[:-1],
                "session": os.getsid(0) == os.getpid(),
                "threads": threading.active_count(),
                "main": [sys.modules["__main__"].__name__, sys.modules["__main__"].__file__],
                "umask": os.umask(0o22),
                "limits": resource.getrlimit(resource.RLIMIT_NOFILE),
                "collects": gc.isenabled(),
                "warnings": [str(each) for each in warnings.filters if each[2].__module__ == "builtins"],
                "reactor": "twisted.internet.reactor" in sys.modules,
                "read": sys.stdin.read(),
            }
            print(json.dumps(told))
            print("said", file=sys.stderr)
            self.exitcode = 7
"""


@pytest.fixture
def telling(project):
    project.write("telling/__init__.py", "")
    project.write("telling/tell.py", TOLD)
    project.settings = {"COMMANDS_MODULE": "telling", "LOG_LEVEL": "ERROR"}
    with project.started("version") as process:
        process.communicate()
    return project


@pytest.fixture
def interruptible():
    """Whoever started the tests in the background has let them, and what they start, ignore it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def told_by(kind, command, folder, **given):
    given = {"env": {**os.environ, "SOME": "thing", "PYTHONPATH": "/some/where"}, **given}
    pipe = subprocess.PIPE
    with kind(command, cwd=folder, stdin=pipe, stdout=pipe, stderr=pipe, text=True, **given) as process:
        output, errors = process.communicate("é")
    assert (process.returncode, errors) == (7, "said\n")
    return json.loads(output)


@pytest.mark.usefixtures("interruptible")
@pytest.mark.parametrize("program", [COMMAND, [SCRIPT]], ids=["module", "script"])
def test_it_finds_what_a_started_one_finds(telling, program):
    words, options = [*program, "tell", "ü", "-s", "X=1"], {"start_new_session": program is COMMAND}
    forked, started = (told_by(kind, words, telling.folder, **options) for kind in (CommandLine, subprocess.Popen))
    assert forked.keys() == started.keys()
    assert {name: (forked[name], value) for name, value in started.items() if forked[name] != value} == {}


def test_it_ends_by_what_ends_it(telling):
    with telling.started("tell", "wait") as process:
        assert process.stdout.readline() == "waits\n"
        assert process.poll() is None
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(0)
        process.send_signal(signal.SIGKILL)
        process.communicate()
    assert process.returncode == process.poll() == -signal.SIGKILL
    with telling.started("tell", "wait") as process:
        assert process.stdout.readline() == "waits\n"
        interrupt(process)
        _, errors = process.communicate()
    assert process.returncode == -signal.SIGINT
    assert errors.endswith("KeyboardInterrupt\n")


@pytest.mark.parametrize("code", ["text", "nothing", "number"])
@pytest.mark.parametrize("is_read", [True, False])
def test_it_ends_as_a_started_one_ends(telling, code, is_read):
    ends = []
    for kind in (CommandLine, subprocess.Popen):
        reads, writes = os.pipe()
        if not is_read:
            os.close(reads)
        with kind(
            [*COMMAND, "tell", "end", code], cwd=telling.folder, stdout=writes, stderr=subprocess.PIPE, text=True
        ) as process:
            os.close(writes)
            _, errors = process.communicate()
        if is_read:
            os.close(reads)
        without_frames = [line for line in errors.splitlines() if not line.startswith("  ")]
        ends.append((process.returncode, without_frames))
    assert ends[0] == ends[1]
    last = ("thread", "called", "garbage")
    assert tuple(line for line in ends[0][1] if line in last) == last


def test_where_python_is_told_something_else_it_is_started(telling):
    ours = {**os.environ, "PYTHONHASHSEED": "3"}
    with CommandLine([*COMMAND, "tell", "wait"], cwd=telling.folder, env=ours, stdout=subprocess.PIPE) as process:
        assert process.stdout.readline() == b"waits\n"
        process.kill()
    assert process._told is None
    assert process.returncode == -signal.SIGKILL
