"""The page on architecture names the folders that there are."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
ROW = re.compile(r"^\| (`[^|]*`) \|", re.MULTILINE)
NAMED = re.compile(r"`([^`]+)/`")


def named() -> set[str]:
    """The folders of the table; `…` stands for the last one that was written in full."""
    page = (ROOT / "docs" / "architecture.md").read_text("utf8")
    folders, above = set(), ""
    for cell in ROW.findall(page.partition("## Where things are")[2]):
        for folder in NAMED.findall(cell):
            if not folder.startswith("…"):
                above = folder
            folders.add(folder.replace("…", above))
    return folders


def there() -> set[str]:
    """The folders with modules, on top and in the rooms of the largest ones."""
    parents = ("scrapy_bt", "scrapy_bt/core", "scrapy_bt/core/inference", "scrapy_bt/crawl")
    found = (path.parent for parent in parents for path in (ROOT / parent).glob("*/__init__.py"))
    return {path.relative_to(ROOT).as_posix() for path in found} - {"scrapy_bt/core"}


def test_each_folder_has_its_row_and_each_row_its_folder() -> None:
    assert sorted(there() - named()) == []
    assert [folder for folder in sorted(named()) if not (ROOT / folder).is_dir()] == []
