"""The gallery's trees and spiders, crawled side by side: the same records, and the lines and requests that it tells."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from scrapy_bt.testing.site import PracticeSite
from tests.docs.blocks import DOCS, ROOT, Block, read_blocks

PAGE = DOCS / "language" / "gallery.md"
FILES: dict[str, Block] = {block.caption: block for block in read_blocks(PAGE) if block.caption}
NAMES = sorted({Path(name).stem for name in FILES})
_ROW = re.compile(
    r"\| \[[^]]*\]\(#(?P<name>[\w-]+)\) \| (?P<tree>\d+) \| (?P<spider>\d+) \| (?P<asks>\d+) \| (?P<sends>\d+) \|"
)


@pytest.fixture(scope="module")
def crawled(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, Any]]:
    folder = tmp_path_factory.mktemp("gallery")
    for name, block in FILES.items():
        (folder / name).write_text(block.text, "utf-8")
    with PracticeSite(products=130) as site:
        done = subprocess.run(
            [sys.executable, "-m", "tests.docs.gallery_crawls", str(folder), site.url.rstrip("/")],
            check=False,
            capture_output=True,
            cwd=ROOT,
            encoding="utf-8",
            env={name: value for name, value in os.environ.items() if not name.lower().endswith("_proxy")},
        )
    assert done.returncode == 0, done.stderr
    found: dict[str, dict[str, Any]] = json.loads(done.stdout)
    return found


def _sorted(records: list[dict[str, Any]]) -> list[str]:
    return sorted(json.dumps(record, sort_keys=True) for record in records)


@pytest.mark.parametrize("name", NAMES)
def test_a_tree_gives_what_the_spider_gives(crawled: dict[str, dict[str, Any]], name: str) -> None:
    tree, spider = crawled[f"{name}.bt"], crawled[f"{name}.py"]
    assert tree["records"]
    assert _sorted(tree["records"]) == _sorted(spider["records"])


def test_lines_and_requests_are_as_the_page_tells(crawled: dict[str, dict[str, Any]]) -> None:
    told = {row["name"]: tuple(map(int, row.groups()[1:])) for row in _ROW.finditer(PAGE.read_text("utf-8"))}
    counted = {
        name.replace("_", "-"): (
            len(FILES[f"{name}.bt"].text.splitlines()),
            len(FILES[f"{name}.py"].text.splitlines()),
            crawled[f"{name}.bt"]["requests"],
            crawled[f"{name}.py"]["requests"],
        )
        for name in NAMES
    }
    assert told == counted
