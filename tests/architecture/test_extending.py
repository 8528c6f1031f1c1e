"""The changes of the package that the docs count are found where they say."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ROW = re.compile(r"^\| (?P<change>[^|]+) \| (?P<files>\d+) \| (?P<where>[^|]+) \|$", re.MULTILINE)
MOST = 6


def test_every_change_touches_as_many_files_as_are_named_and_not_many() -> None:
    rows = list(ROW.finditer((ROOT / "docs" / "extending.md").read_text("utf8")))
    assert len(rows) >= 10
    for row in rows:
        places = re.findall(r"`([^`]+)`", row["where"])
        assert [place for place in places if not (ROOT / "scrapy_bt" / place).exists()] == [], row["change"]
        assert len(places) == int(row["files"]) <= MOST, row["change"]
