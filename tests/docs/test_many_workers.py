"""The guide "from one process to many", followed to the letter: three real workers, one killed, one late."""

import json
import os
import shlex
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from scrapy_bt.testing.ports import pick_port
from scrapy_bt.testing.redis import RedisServer
from tests.commandlines import COMMAND, CommandLine, read_line, run
from tests.docs.blocks import DOCS, Block, read_blocks
from tests.integration.test_python_docs import find_folder, walk
from tests.waiting import wait_until

QUOTES = 50
SITES, WORKERS, OUTSIDE = ("Terminal 1", "Terminal 2"), ("Terminal 3", "Terminal 4", "Terminal 5"), "Terminal 6"


class Terminals:
    """Runs what the page's blocks say, each in its terminal, in *folder*; addresses are other ones than the page's."""

    def __init__(self, folder: Path, redis_port: int) -> None:
        self.folder = folder
        self.ports = {"8000": str(pick_port()), "8001": str(pick_port()), "6379": str(redis_port)}
        self.running: dict[str, subprocess.Popen[str]] = {}
        self.workers: list[tuple[str, subprocess.Popen[str]]] = []
        self.printed: list[tuple[str, str]] = []
        self._path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"

    def adapt(self, text: str) -> str:
        for written, port in self.ports.items():
            text = text.replace(f":{written}", f":{port}").replace(f" {written}", f" {port}")
        return text

    def follow(self, block: Block) -> None:
        name, _, how = block.caption.partition(" (")
        if name in (*SITES, *WORKERS):
            self._open(name, self.adapt(block.text).strip())
        elif name == OUTSIDE:
            for line in block.text.splitlines():
                self._enter(line)
        elif block.caption:
            path = self.folder / name
            before = path.read_text("utf-8") if how else ""
            path.write_text(before + "\n" + self.adapt(block.text), "utf-8")

    def status(self) -> dict[str, object]:
        (queue,) = json.loads(self._run("scrapy bt status together --json"))["queues"]
        return queue

    def end(self) -> None:
        for process in self.running.values():
            if process.poll() is None:
                process.terminate()
        for process in self.running.values():
            process.wait()

    def _open(self, name: str, line: str) -> None:
        log = (self.folder / f"{name} {len(self.workers)}.log").open("w")
        environment = {**os.environ, "PATH": self._path}
        process = CommandLine(
            shlex.split(line), cwd=self.folder, env=environment, stdout=log, stderr=subprocess.STDOUT, text=True
        )
        log.close()
        self.running[name] = process
        if name in WORKERS:
            self.workers.append((log.name, process))
            # Not until it gives records: a late one has none to give while all is held back.
            text = Path(log.name).read_text
            wait_until(lambda: "Spider opened" in text(), process, what=text)
        else:
            wait_until(lambda: answers(self.ports["8000" if name == SITES[0] else "8001"]))

    def _enter(self, line: str) -> None:
        if line == "kill -9 PID":
            self.running["Terminal 4"].kill()
            self.running["Terminal 4"].wait()
            return
        self.printed.append((line, self._run(line)))

    def _run(self, line: str) -> str:
        environment = {**os.environ, "PATH": self._path, "COLUMNS": "120"}
        done = run(
            read_line(line),
            cwd=self.folder,
            env=environment,
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, f"{line}\n{done.stdout}{done.stderr}"
        return done.stdout


def answers(port: str) -> bool:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/"):
            return True
    except OSError:
        return False


@pytest.fixture
def terminals(tmp_path: Path) -> Iterator[Terminals]:
    if find_folder() is None:
        pytest.skip("python3-doc is not installed: apt-get install python3-doc")
    run([*COMMAND, "bt", "new", "shop"], cwd=tmp_path, check=True, capture_output=True)
    with RedisServer() as server:
        terminals = Terminals(tmp_path / "shop", server.port)
        yield terminals
        terminals.end()


def test_the_guide_gives_every_record_though_a_worker_is_killed(terminals: Terminals) -> None:
    blocks = [block for block in read_blocks(DOCS / "many-workers.md") if block.caption]
    last = blocks.pop()
    for block in blocks:
        terminals.follow(block)
        if block.caption == OUTSIDE and "pause" in block.text:
            wait_until(lambda: terminals.status()["tasks"]["paused"])
    logs = []
    for log, process in terminals.workers:
        process.wait()
        logs.append(Path(log).read_text())
    killed = logs.pop(1)
    assert "Spider closed" not in killed
    assert [log[-200:] for log in logs if "Spider closed (finished)" not in log] == []
    terminals.follow(last)
    pages, _ = walk(find_folder())
    records = [json.loads(line) for line in (terminals.folder / "all.jl").read_text().splitlines()]
    manual = [
        record["url"].partition("/")[2].partition("/")[2].partition("/")[2] for record in records if "url" in record
    ]
    assert sorted(manual) == sorted(pages)
    assert sum("text" in record for record in records) == QUOTES
    line, printed = terminals.printed[-1]
    assert (line.split()[0], printed.split()[0]) == ("wc", str(len(records)))
