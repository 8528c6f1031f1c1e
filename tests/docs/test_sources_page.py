"""The source that the page on knowledge sources shows is found by its entry point, and finds what the page says."""

import hashlib
from configparser import ConfigParser
from pathlib import Path

import pytest

from scrapy_bt.commands.shared.plugins import SOURCE_GROUP, all_sources
from scrapy_bt.core.inference.answers.values import Argument, Coded, Constant, Joined
from scrapy_bt.core.inference.blackboard.blackboard import Blackboard
from scrapy_bt.core.inference.blackboard.controller import Controller
from scrapy_bt.core.inference.findings import Origin
from scrapy_bt.core.inference.sources import SOURCES
from scrapy_bt.core.samples.traffic import Recording
from tests.docs.blocks import DOCS, read_blocks
from tests.recordings import ask, record

PAGE = DOCS / "sources.md"
FILES = {block.caption: block.text for block in read_blocks(PAGE) if block.caption}


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The package of the page as pip would install it."""
    settings = ConfigParser()
    settings.read_string(FILES["setup.cfg"])
    lines = settings["options.entry_points"][SOURCE_GROUP].strip()
    (tmp_path / "lampsources.py").write_text(FILES["lampsources.py"], "utf-8")
    about = tmp_path / "lampsources-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: lampsources\nVersion: 1.0\n", "utf-8")
    (about / "entry_points.txt").write_text(f"[{SOURCE_GROUP}]\n{lines}\n", "utf-8")
    monkeypatch.syspath_prepend(tmp_path)


def search(word: str) -> Recording:
    checksum = hashlib.sha1(f"lamplight:{word}".encode()).hexdigest()
    return record(ask("/"), ask(f"/find?word={word}", sends={"X-Checksum": checksum}))


def test_a_source_from_outside_is_found_and_finds(installed: None) -> None:
    sources, problems = all_sources()
    assert problems == ()
    assert [source.name for source in sources if source not in SOURCES] == ["lamp-checksum"]
    board = Blackboard([search("brass"), search("glass")])
    controller = Controller(board, sources)
    controller.run_round()
    assert controller.faults == []
    origins = [(fact.source, fact.finding.value) for fact in board.facts(Origin) if fact.finding.key.where == "header"]
    made = Coded(Joined((Constant("lamplight:"), Argument("word"))), "sha1")
    assert ("lamp-checksum", made) in origins


def test_without_it_nobody_knows_the_word() -> None:
    board = Blackboard([search("brass"), search("glass")])
    Controller(board, SOURCES).run_round()
    assert not any(isinstance(found.value, Coded) for found in board.findings(Origin))


def test_the_page_tells_of_every_source() -> None:
    told = [line.split("`")[1] for line in PAGE.read_text("utf-8").splitlines() if line.startswith("| `")]
    assert told == [source.name for source in SOURCES]
