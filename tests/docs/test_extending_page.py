"""The plug-ins that the page on extending shows run as they stand, and what it names is there."""

import json
import re

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
        if block.caption and not block.caption.endswith("(added)"):
            project.write(block.caption, block.text)
    settings = {}
    exec(next(block.text for block in read_blocks(PAGE) if block.caption == "settings.py (added)"), settings)
    settings.pop("__builtins__")
    result = project.run("crawl", "lamps", settings=settings)
    assert (result.code, result.has_traceback) == (0, False), result.log
    lamps = [json.loads(line)["title"] for line in (project.folder / "lamp.jl").read_text().splitlines()]
    assert lamps == ["desk lamp"]
    assert re.search(r"'shelf/steps': [1-9]", result.log)


def test_the_places_of_changes_are_there():
    package = DOCS.parent / "scrapy_bt"
    places = [place for row in ROWS for place in re.findall(r"`((?:[a-z_]+/)+(?:[a-z_.A-Z]+)?)`", row[-1])]
    assert len(places) > 10
    assert [place for place in places if not list(package.rglob(place.rstrip("/")))] == []
