"""The example of the whole, by its one command: workers are killed, and the stores hold what the page says."""

import json
import os
import re
import shlex
import signal
import subprocess
import sys
import threading
import urllib.request
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

import psycopg
import redis

from scrapy_bt.core.schemes.files.reader import read_scheme
from scrapy_bt.core.schemes.seeds import Seeds
from scrapy_bt.frontier.redis.frontier import RedisFrontier
from scrapy_bt.testing.site.content.topics import make_articles
from scrapy_bt.testing.site.exchange import Ask
from scrapy_bt.testing.site.sections.forum import Forum
from scrapy_bt.testing.site.sections.portal import Portal, paths_of
from tests.commandlines import CommandLine
from tests.docs.blocks import DOCS, read_blocks
from tests.waiting import wait_until

BLOCKS = {block.caption: block.text for block in read_blocks(DOCS / "topic-watch.md") if block.caption}


def found_by(scheme):
    """The paths that the pages of results name, over all seeds."""
    sections = {"portal": Portal("practice"), "forum": Forum("practice")}
    found = set()
    for seed in Seeds(scheme).walk():
        url = urlsplit(seed["url"])
        query = dict(parse_qsl(url.query))
        reply = sections[seed["platform"]].answer(Ask(url.path, query=query))
        found |= set(re.findall(r'<li class="(?:result|thread)"><a href="([^"]*)"', reply.body.decode()))
    return found


def counts(line):
    """By topic, of a line that `up` has printed."""
    return {topic: int(number) for number, topic in re.findall(r"(\d+) in ([\w-]+)", line)}


class Command:
    """`scrapy bt up` under way; what it prints is read line by line."""

    def __init__(self, line: str, folder: Path) -> None:
        path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
        named = ("REDIS_URL", "DATABASE_URL", "KAFKA_SERVERS")
        environment = {name: value for name, value in os.environ.items() if name not in named}
        self.process = CommandLine(
            shlex.split(line),
            cwd=folder,
            env={**environment, "PATH": path},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self.lines: list[str] = []
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        for line in self.process.stdout:
            self.lines.append(line.rstrip())

    def wait_for(self, pattern: str) -> str:
        return wait(lambda: next((found[1] for line in self.lines if (found := re.match(pattern, line))), None), self)

    def end(self) -> int:
        self.process.send_signal(signal.SIGINT)
        code = self.process.wait()
        self._reader.join()
        self.process.stdout.close()
        return code


def wait(look, command):
    return wait_until(look, command.process, what=lambda: "\n".join(command.lines))


def kill_one(client, line, command, *, killed):
    """A worker of that line that has tasks under way, and is none of those *killed*, whose leases have not ended."""

    def find():
        frontier = RedisFrontier(client, f"{line}:requests", number=lambda _: 0.0, limits={})
        pids = {json.loads(each.info)["pid"] for each in frontier.workers() if each.leases}
        return next(iter(pids.difference(killed)), None)

    pid = wait(find, command)
    os.kill(pid, signal.SIGKILL)
    return pid


def test_kills_change_nothing_in_what_is_stored(tmp_path):
    new, cd, count, up = BLOCKS["Terminal"].strip().splitlines()
    environment = {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    subprocess.run(shlex.split(new), cwd=tmp_path, env=environment, check=True, capture_output=True)
    folder = tmp_path / cd.split()[1]
    assert count == "scrapy bt seed topic.toml --count"
    (records,) = (line for line in BLOCKS["prints at its end"].splitlines() if line.startswith("Records"))
    # However often a lease ends because the machine is busy.
    command = Command(f"{up} --stay -s BT_LEASE_SECONDS=3 -s BT_LEASE_LOSSES=0", folder)
    try:
        site = command.wait_for(r"practice site +(\S+)")
        request = urllib.request.Request(f"{site}_settings", data=b'{"latency": 0.03}', method="POST")
        urllib.request.urlopen(request).close()
        with redis.Redis.from_url(command.wait_for(r"Redis +(\S+)")) as client:
            killed = []
            for line in ("nav", "content", "content"):
                killed.append(kill_one(client, line, command, killed=killed))
        database = command.wait_for(r"PostgreSQL +(\S+)")
        told = command.wait_for("(Records: .*)")
        messages = counts(command.wait_for("(Messages: .*)"))
        command.wait_for("(The servers run until Ctrl-C)")
        with psycopg.connect(database) as connection:
            urls = connection.execute("select url from article_urls union select url from thread").fetchall()
            contents = connection.execute("select content, count(*) from article group by content").fetchall()
    finally:
        code = command.end()
    assert told == records
    scheme = read_scheme((folder / "topic.toml").read_text("utf-8"), file="topic.toml")
    expected = found_by(scheme)
    assert {re.sub(r"^http://[^/]*", "", url) for (url,) in urls} == expected
    texts = {" ".join(article.sentences) for article in make_articles("practice") if set(paths_of(article)) & expected}
    assert {content for content, _ in contents} == texts
    assert {number for _, number in contents} == {1}
    # At least once: a step that is done again sends its messages again.
    wanted = counts(BLOCKS["prints at its end"].splitlines()[1])
    assert {topic for topic, number in wanted.items() if messages[topic] >= number} == set(wanted)
    ended = [line for line in command.lines if "was ended by SIGKILL" in line]
    assert [any(f"(process {pid})" in line for line in ended) for pid in killed] == [True] * 3
    assert code == 1
