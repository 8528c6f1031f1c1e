"""The plug-ins that the page on extending shows run as they stand, and what it names is there."""

import json
import re
import sys
from importlib.metadata import EntryPoint

from scrapy_bt.commands.shared.plugins import ORACLE_GROUP, all_oracles
from scrapy_bt.core.samples.traffic import Answer
from scrapy_bt.crawl.preference.recognisers.opening import open_recognisers
from tests.docs.blocks import DOCS, read_blocks
from tests.integration.projects import Project

PAGE = DOCS / "extending.md"
ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in PAGE.read_text("utf-8").splitlines()
    if re.match(r"\| (a|an|another) |\| Redis", line)
]


def test_a_store_and_a_frontier_of_a_project_serve_a_crawl(tmp_path):
    project = Project(tmp_path)
    for block in read_blocks(PAGE):
        if block.caption in ("trees/lamps.bt", "shelf.py"):
            project.write(block.caption, block.text)
    settings = {}
    exec(next(block.text for block in read_blocks(PAGE) if block.caption == "settings.py (added)"), settings)
    settings.pop("__builtins__")
    result = project.run("crawl", "lamps", settings=settings)
    assert (result.code, result.has_traceback) == (0, False), result.log
    lamps = [json.loads(line)["title"] for line in (project.folder / "lamp.jl").read_text().splitlines()]
    assert lamps == ["desk lamp"]
    assert re.search(r"'shelf/steps': [1-9]", result.log)


def test_an_oracle_and_a_recogniser_of_a_project_are_found(tmp_path, monkeypatch):
    texts = {block.caption: block.text for block in read_blocks(PAGE)}
    (tmp_path / "lampshop.py").write_text(texts["lampshop.py"])
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "lampshop", raising=False)
    table, entry = texts["pyproject.toml (added)"].strip().splitlines()
    assert table == f'[project.entry-points."{ORACLE_GROUP}"]'
    name, value = (part.strip(' "') for part in entry.split("="))
    (oracle,), problems = all_oracles([EntryPoint(name, value, ORACLE_GROUP)])
    bodies = [f"<p>{text}</p>".encode() for text in ("Lamps", "Sorry, we are closed")]
    pages = [Answer(200, "https://lamps.test/", (("content-type", "text/html"),), body) for body in bodies]
    assert ([oracle.unlike(pages[0], page) for page in pages], problems) == (["", "the shop is closed"], ())
    settings = {}
    exec(texts["settings.py (of recognisers)"], settings)
    (recogniser,) = open_recognisers(tuple(settings["BT_RECOGNISERS"])).values()
    assert [tuple(one) for one in recogniser.recognise("A LAMP-2031 of brass", "en")] == [(2, 11, "work", 1.0, "")]


def test_the_places_of_changes_are_there():
    package = DOCS.parent / "scrapy_bt"
    places = [place for row in ROWS for place in re.findall(r"`((?:[a-z_]+/)+(?:[a-z_.A-Z]+)?)`", row[-1])]
    assert len(places) > 10
    assert [place for place in places if not list(package.rglob(place.rstrip("/")))] == []
