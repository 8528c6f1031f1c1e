"""A crawl whose records find no room waits for some, and ends so that a later run has them all."""

from __future__ import annotations

import json
import subprocess
from collections import Counter
from pathlib import Path

import pytest

from tests.waiting import wait_until

COUNT = 30
TREE = """
main :: and (site, count = 30) {
    number = 1
    while number <= count { goroutine { :one(number) }  number = number + 1 }
}
one  :: and (number) { :page  :record }
page :: visit "{site}/plain/item/{number}/"
record :: item { number = number  text = css "body" }
"""
KEPT = {"JOBDIR": "job", "LOG_LEVEL": "INFO"}


@pytest.fixture
def project(project):
    project.tree("tree", TREE)
    return project


@pytest.fixture(params=["jobdir", "redis"])
def kept(request, project):
    if request.param == "redis":
        request.getfixturevalue("client")
        project.settings.update(BT_FRONTIER="redis", REDIS_URL=request.getfixturevalue("server").url)
    else:
        project.settings.update(KEPT)
    return project


@pytest.fixture
def disk(tmp_path):
    """A small disk of its own."""
    place = tmp_path / "disk"
    place.mkdir()
    made = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", place], capture_output=True, check=False)
    if made.returncode:
        pytest.skip("only root may mount a disk")
    yield place
    subprocess.run(["umount", "-l", place], check=True)


def fill(disk: Path) -> Path:
    """Leave no room."""
    filler = disk / "filler"
    with filler.open("wb", buffering=0) as file:
        try:
            while True:
                file.write(b"x" * 4096)
        except OSError:
            return filler


def numbers(path: Path) -> Counter:
    return Counter(json.loads(line)["number"] for line in path.read_text().splitlines())


def crawl(project, feed: object) -> list[str]:
    return ["crawl", "tree", "-a", f"site={project.site}", "-o", f"{feed}:jsonlines"]


def test_a_crawl_that_finds_no_room_ends_with_a_status_of_its_own_and_goes_on_later(kept):
    result = kept.run(*crawl(kept, "/dev/full"), settings={"BT_ROOM_SECONDS": 1})
    assert (result.code, result.reason) == (4, "no_room"), result.log
    assert not result.has_traceback, result.log
    assert "The disk is full" in result.log
    later = kept.run(*crawl(kept, "items.jl"))
    assert (later.code, later.reason) == (0, "finished"), later.log
    assert numbers(kept.folder / "items.jl") == Counter(range(1, COUNT + 1))


def test_a_crawl_goes_on_by_itself_when_there_is_room(kept, disk):
    filler = fill(disk)
    with kept.started(*crawl(kept, disk / "items.jl")) as process:
        told = ""
        for line in process.stderr:
            told += line
            if "The disk is full" in line:
                break
        filler.unlink()
        _, log = process.communicate()
    assert process.returncode == 0, told + log
    assert "There is room on the disk again" in log
    assert "Traceback" not in told + log
    assert numbers(disk / "items.jl") == Counter(range(1, COUNT + 1))


def test_what_a_full_disk_cut_off_is_not_in_the_feed(kept, disk):
    feed = disk / "items.jl"
    filler = fill(disk)
    with filler.open("r+b") as file:
        file.truncate(filler.stat().st_size - 4096)  # room for half of a record
    result = kept.run(*crawl(kept, feed), settings={"BT_ROOM_SECONDS": 1})
    assert result.code == 4, result.log
    filler.unlink()
    whole = numbers(feed)
    later = kept.run(*crawl(kept, feed))
    assert later.code == 0, later.log
    assert numbers(feed) == Counter(range(1, COUNT + 1))
    assert len(whole) < COUNT


def test_a_jobdir_on_a_full_disk_is_whole_when_there_is_room_again(project, practice, disk):
    practice.set(answers=10)
    settings = {"JOBDIR": str(disk / "job"), "BT_ROOM_SECONDS": 1}
    feed = project.folder / "items.jl"
    with project.started(*crawl(project, feed), settings=settings) as process:
        wait_until(lambda: feed.exists() and len(feed.read_text().splitlines()) > 3, process)
        filler = fill(disk)
        practice.set(answers=1e9)
        _, log = process.communicate()
    assert process.returncode == 4, log
    # What Scrapy keeps there itself may be cut off.
    for name in ("requests.queue/active.json", "spider.state"):
        (disk / "job" / name).parent.mkdir(exist_ok=True)
        (disk / "job" / name).write_bytes(b"")
    filler.unlink()
    later = project.run(*crawl(project, feed), settings=settings)
    assert (later.code, later.reason, later.has_traceback) == (0, "finished", False), later.log
    found = numbers(feed)
    assert set(found) == {*range(1, COUNT + 1)}
    # A record is written before its step is stored: what was under way when the disk was full comes again.
    assert found.total() <= COUNT + 16
