"""What the README shows is what happens."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from scrapy_bt.testing.site import PracticeSite
from scrapy_bt.testing.site.content.quotations import make_authors
from tests.docs.blocks import ROOT, read_blocks

README = ROOT / "README.md"
TREE = ROOT / "scrapy_bt" / "testing" / "trees" / "quotes.bt"
BLOCKS = list(read_blocks(README))


def scrapy(*arguments: str, folder: Path, **environment: str) -> str:
    """Run a `scrapy` command and return what it printed."""
    kept = {name: value for name, value in os.environ.items() if not name.lower().endswith("_proxy")}
    done = subprocess.run(
        [sys.executable, "-m", "scrapy", *arguments],
        check=False,
        capture_output=True,
        cwd=folder,
        env={**kept, **environment},
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


TREES = [block.text for block in BLOCKS if block.language == "bt"]


def test_the_second_tree_is_the_demo_s() -> None:
    assert TREES[1:] == [TREE.read_text("utf-8")]


def test_the_first_tree_is_the_catalogue_of_the_tutorial_in_at_most_28_lines() -> None:
    captions = {block.caption: block.text for block in read_blocks(ROOT / "docs" / "tutorial.md")}
    assert TREES[0] == captions["trees/shop.bt"]
    assert len(TREES[0].splitlines()) <= 28


def test_the_catalogue_is_crawled(tmp_path: Path) -> None:
    (tmp_path / "shop.bt").write_text(TREES[0], "utf-8")
    with PracticeSite(products=24) as site:
        scrapy("bt", "run", "shop.bt", "-a", f"site={site.url.rstrip('/')}", "-O", "shop.jl", folder=tmp_path)
    records = [json.loads(line) for line in (tmp_path / "shop.jl").read_text("utf-8").splitlines()]
    assert len(records) == 24
    assert all(record["category"] and record["title"] and record["price"] > 0 for record in records)


def test_the_demo_prints_what_is_shown_also_in_a_project_whose_feeds_stay_as_they_are(tmp_path: Path) -> None:
    (tmp_path / "scrapy.cfg").write_text("[settings]\ndefault = own_settings\n", "utf-8")
    (tmp_path / "own_settings.py").write_text('FEEDS = {"kept.json": {"format": "json", "overwrite": True}}\n', "utf-8")
    (tmp_path / "kept.json").write_text("[]", "utf-8")
    printed = scrapy("bt", "demo", folder=tmp_path, COLUMNS="110")
    lines = [line.rstrip() for line in printed.splitlines()]
    shown = next(block.text for block in BLOCKS if block.language == "text").splitlines()
    title = "11 author records, the first 5"
    quotes, authors = shown[: shown.index(title)], shown[shown.index(title) :]
    start = lines.index(quotes[0])
    assert lines[start : start + len(quotes)] == quotes
    # Pages about authors are visited side by side: which of them come first is not sure.
    assert lines[start + len(quotes)] == title
    known = {f"{author.name} {author.born}" for author in make_authors("practice")}
    rows = [" ".join(line.replace("│", " ").split()) for line in authors if line.startswith("│")]
    assert len(rows) == 5
    assert set(rows) <= known
    assert (tmp_path / "kept.json").read_text("utf-8") == "[]"


def test_a_project_is_started_as_shown(tmp_path: Path) -> None:
    command = next(block.text for block in BLOCKS if "scrapy bt new" in block.text)
    assert command == "scrapy bt new shop && cd shop && scrapy crawl example -O products.json\n"
    scrapy("bt", "new", "shop", folder=tmp_path)
    with PracticeSite(products=12) as site:
        arguments = ("-a", f"site={site.url.rstrip('/')}", "-O", "products.json")
        scrapy("crawl", "example", *arguments, folder=tmp_path / "shop")
    assert (tmp_path / "shop" / "products.json").read_text("utf-8").count('"sku"') == 12


@pytest.mark.parametrize("target", re.findall(r"\]\((?!https?:)([^)#]+)\)", README.read_text("utf-8")))
def test_a_link_leads_somewhere(target: str) -> None:
    assert (ROOT / target).exists()
