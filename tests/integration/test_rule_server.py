"""The rule server as it is run: a process of its own, which may be killed at any moment."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from scrapy_bt.core.rules.sharing.statements import NewKey, chain
from scrapy_bt.errors import BTError
from scrapy_bt.ruleserver.mirror import begin_mirror, follow
from scrapy_bt.storage.sharing.answers import ServerError
from scrapy_bt.storage.sharing.http_library import HttpLibrary
from scrapy_bt.storage.sharing.ledger import RuleLedger
from scrapy_bt.storage.sharing.remembered import Memory
from scrapy_bt.storage.sharing.schema import open_rule_database
from tests.ruleservers import PASSWORD, Signer, release_of, rule_text

pytestmark = pytest.mark.server
ANN = Signer()
RULES = [sys.executable, "-m", "scrapy", "bt", "rules", "serve"]
_ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "SCRAPY_SETTINGS_MODULE"}


@contextmanager
def running(folder: Path, *arguments: str) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """The address of a server, and its process."""
    command = [*RULES, "--database", f"sqlite:///{folder}/rules.db", "--port", "0", *arguments]
    process = subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, text=True, env=_ENVIRONMENT)
    try:
        assert process.stdout is not None
        found = re.search(r"http://127\.0\.0\.1:\d+", process.stdout.readline())
        assert found is not None
        yield found[0], process
    finally:
        process.kill()
        process.communicate()


def publish(library: HttpLibrary, version: int, parent: str) -> str:
    text = rule_text(f"Version {version}")
    release = release_of(library.origin, version, text, parent)
    library.send("/v1/rules/ann/news", ANN.sign(release), text)
    return release.sha256


def test_a_server_that_is_killed_while_it_publishes_has_whole_versions_and_goes_on(tmp_path: Path) -> None:
    added = subprocess.run(
        [*RULES, "--database", f"sqlite:///{tmp_path}/rules.db", "--add-account", "ann"],
        input=f"{PASSWORD}\n",
        text=True,
        env=_ENVIRONMENT,
        check=False,
        cwd=tmp_path,
    )
    assert added.returncode == 0
    version, parent = 0, ""
    for attempt in range(3):
        with running(tmp_path) as (url, process):
            library = HttpLibrary(url, Memory(tmp_path / f"memory{attempt}.json"))
            library.log_in("ann", PASSWORD, "desk")
            if attempt == 0:
                library.send("/v1/keys", ANN.sign(NewKey(library.origin, "ann", ANN.base64)))
            if version:
                # Whether the last one came through is not known: sending it once more is as good as once.
                parent = publish(library, version, parent)
            reached = threading.Event()

            def kill(process: subprocess.Popen[str] = process, reached: threading.Event = reached) -> None:
                reached.wait()
                process.kill()

            killer = threading.Thread(target=kill)
            killer.start()
            until = version + 4
            try:
                while True:
                    version += 1
                    before = parent
                    if version >= until:
                        reached.set()
                    parent = publish(library, version, before)
            except (ServerError, BTError):
                parent = before  # of the version that may be there, or not
            killer.join()
    engine = open_rule_database(f"sqlite:///{tmp_path}/rules.db")
    ledger = RuleLedger(engine)
    lines = ledger.lines()
    last = ""
    for number, line in enumerate(lines):
        assert (line.number, line.hash) == (number, chain(last, line.signed))
        last = line.hash
    rows = ledger.versions("ann", "news")
    assert [row["version"] for row in rows] == [*range(1, len(rows) + 1)]
    assert len(rows) >= 9
    assert all(ledger.text(row["sha256"]) is not None for row in rows)
    with running(tmp_path) as (url, _):
        (tmp_path / "mirror").mkdir()
        copy = open_rule_database(f"sqlite:///{tmp_path}/mirror/rules.db")
        mirror = RuleLedger(copy, is_mirror=True)
        upstream = HttpLibrary(url, Memory(tmp_path / "fresh.json"))
        begin_mirror(mirror, upstream)
        assert follow(mirror, upstream) == len(lines) - 1
        copy.dispose()
    engine.dispose()


def test_a_mirror_answers_when_the_other_server_is_gone(tmp_path: Path) -> None:
    (tmp_path / "mirror").mkdir()
    with running(tmp_path) as (url, _), running(tmp_path / "mirror", "--mirror", url) as (other, _):
        mirrored = HttpLibrary(other, Memory(tmp_path / "m.json"))
        assert mirrored.origin == HttpLibrary(url, Memory(tmp_path / "m.json")).origin
        with pytest.raises(ServerError, match="there is no rule"):
            mirrored.versions("ann", "news")
