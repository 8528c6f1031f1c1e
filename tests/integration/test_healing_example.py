"""The example of healing: a plain project goes through a redesign in mid-crawl and ends with every record right."""

import json
import shutil

import pytest

from scrapy_bt.commands.shared.projects import make_project
from scrapy_bt.testing.site import PracticeSite
from tests.commandlines import COMMAND, run

SPIDERS = {"goods": 60, "offers": 12, "stories": 60}
"""With the number of the page that is the first in the new layout."""
GONE = {"goods": "kind", "offers": "code", "stories": "kicker"}
KINDS = ("layout", "siblings", "level", "tag", "attributes", "format", "gone")


@pytest.fixture(scope="module")
def practice():
    with PracticeSite(products=150) as site:
        yield site


def scrapy(folder, *arguments):
    command = [*COMMAND, *arguments]
    return run(command, cwd=folder, capture_output=True, text=True)


def crawl(folder, spider, site):
    """The records of a crawl, in an order of their own, and its log."""
    done = scrapy(folder, "crawl", spider, "-a", f"site={site.url.rstrip('/')}", "-O", "items.jl")
    assert (done.returncode, "Traceback" in done.stderr) == (0, False), done.stderr
    records = map(json.loads, (folder / "items.jl").read_text().splitlines())
    return sorted(records, key=json.dumps), done.stderr


@pytest.fixture(scope="module")
def learned(tmp_path_factory, practice):
    """The project after a crawl of each spider, and their records."""
    folder = tmp_path_factory.mktemp("example") / "makeover"
    assert make_project("makeover", folder, example="healing") is None
    settings = (folder / "makeover/settings.py").read_text()
    assert [line for line in settings.splitlines() if "scrapy_bt" in line or "BT_" in line] == [
        'ADDONS = {"scrapy_bt.Addon": 300}',
        'BT_HEALING = "auto"',
    ]
    return folder, {spider: crawl(folder, spider, practice)[0] for spider in SPIDERS}


@pytest.fixture
def redesign(tmp_path, practice, learned):
    """Crawl once more, while the site gets another layout: the folder, the records, those of before, and the log."""

    def crawl_through(spider, kind):
        folder = tmp_path / spider
        shutil.copytree(learned[0], folder)
        practice.reset()
        practice.set(redesign=kind, redesign_from=SPIDERS[spider])
        return folder, *crawl(folder, spider, practice), learned[1][spider]

    return crawl_through


def without(records, field):
    return sorted(({name: value for name, value in one.items() if name != field} for one in records), key=json.dumps)


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_of_change_leaves_every_record_right(redesign, kind):
    _, records, log, before = redesign("goods", kind)
    if kind == "gone":
        assert without(records, GONE["goods"]) == without(before, GONE["goods"])
        there = sum(bool(one["kind"]) for one in records)
        assert there == SPIDERS["goods"] - 1, "what has gone is not replaced by something else"
    else:
        assert records == before, log


@pytest.mark.parametrize("spider", ["offers", "stories"])  # goods: as docs/healing.md has it
def test_all_of_them_mixed_and_the_source_is_patched(redesign, spider):
    folder, records, log, before = redesign(spider, "mixed")
    assert without(records, GONE[spider]) == without(before, GONE[spider]), log
    source = folder / f"makeover/spiders/{spider}.py"
    text = source.read_text()
    done = scrapy(folder, "bt", "heal", "review", spider, "--json")
    live = [one["id"] for one in map(json.loads, done.stdout.splitlines()) if one["state"] == "live"]
    assert live, done.stdout + done.stderr
    accepted = scrapy(folder, "bt", "heal", "accept", *map(str, live), "--write")
    assert accepted.returncode == 0, accepted.stdout + accepted.stderr
    assert source.read_text() != text
    removed = [line[1:] for line in accepted.stdout.splitlines() if line.startswith("-") and line[:3] != "---"]
    assert len(removed) == len(live)
    assert all(line in text for line in removed)
