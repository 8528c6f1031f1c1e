"""Sample folders, and opening any kind of recording."""

import json
from pathlib import Path

import pytest

from scrapy_bt.capture.folder import NewSample, checksum, open_sample
from scrapy_bt.core.samples.traffic import Answer, Event, Exchange, Sent
from scrapy_bt.errors import SampleError

GET = Exchange(0, Sent("GET", "https://shop.example/"), Answer(200, "https://shop.example/", (), b"ok"), started=10.0)


def sample(folder: Path) -> Path:
    new = NewSample(folder, start_url="https://shop.example/")
    page = new.keep_page("<p>ü")
    assert new.keep_page("<p>ü") == page
    return new.finish(10.0, exchanges=[GET], events=[Event(11.0, "click", before=page)])


def test_a_sample_that_is_written_is_opened_again(tmp_path: Path) -> None:
    folder = sample(tmp_path / "deep" / "first")
    recording = open_sample(folder)
    assert (recording.name, recording.exchanges, recording.problems) == ("first", (GET,), ())
    assert (folder / recording.events[0].before).read_text("utf-8") == "<p>ü"
    manifest = json.loads((folder / "manifest.json").read_text())
    assert manifest["start_url"] == "https://shop.example/"
    assert manifest["files"]["traffic.har"]["sha256"] == checksum(folder / "traffic.har")
    assert [path.name for path in folder.parent.iterdir()] == ["first"]
    assert folder.stat().st_mode & 0o077 == 0


def test_nothing_is_there_until_it_is_whole(tmp_path: Path) -> None:
    new = NewSample(tmp_path / "first")
    assert not (tmp_path / "first").exists()
    new.discard()
    assert list(tmp_path.iterdir()) == []


def test_what_is_there_is_not_written_over(tmp_path: Path) -> None:
    folder = sample(tmp_path / "first")
    with pytest.raises(SampleError, match="something already"):
        NewSample(folder)


def test_a_changed_and_a_missing_file_are_named(tmp_path: Path) -> None:
    folder = sample(tmp_path / "first")
    with (folder / "events.jsonl").open("a") as file:
        file.write("\n")
    next((folder / "pages").iterdir()).unlink()
    problems = [str(problem) for problem in open_sample(folder).problems]
    assert "events.jsonl: the file is not as it was recorded" in problems[0]
    assert "the file is missing" in problems[1]


@pytest.mark.parametrize("name", ["/etc/passwd", "../../secret", "a\0b", "x" * 5000])
def test_a_manifest_names_only_files_of_its_folder(tmp_path: Path, name: str) -> None:
    (tmp_path / "secret").write_text("secret")
    folder = sample(tmp_path / "deep" / "first")
    manifest = json.loads((folder / "manifest.json").read_text())
    manifest["files"] = {name: {"sha256": "0"}}
    (folder / "manifest.json").write_text(json.dumps(manifest))
    told = " ".join(str(problem) for problem in open_sample(folder).problems)
    assert "not as it was recorded" not in told
    assert "the file is not in the sample's folder" in told or "the file is missing" in told


@pytest.mark.parametrize("text", ["[" * 100_000, '{"format": NaN}', "1" * 5_000, '{"name": "' + "x" * 2_000_000 + '"}'])
def test_a_manifest_that_cannot_be_read_is_told(tmp_path: Path, text: str) -> None:
    folder = sample(tmp_path / "first")
    (folder / "manifest.json").write_text(text)
    assert "the recording is read without it" in str(open_sample(folder).problems[0])


def test_a_folder_with_a_har_of_any_name(tmp_path: Path) -> None:
    folder = sample(tmp_path / "first")
    (folder / "manifest.json").write_text("{broken")
    assert "manifest.json: it cannot be read" in str(open_sample(folder).problems[0])
    (folder / "manifest.json").write_text("[]")
    assert "not as it should be" in str(open_sample(folder).problems[0])
    (folder / "manifest.json").unlink()
    (folder / "traffic.har").rename(folder / "shop.har")
    assert len(open_sample(folder).events) == 1
    (folder / "other.har").write_text("{}")
    with pytest.raises(SampleError, match="one of its 2 HAR files"):
        open_sample(folder)


def test_a_sample_of_a_newer_version(tmp_path: Path) -> None:
    folder = sample(tmp_path / "first")
    (folder / "manifest.json").write_text('{"format": 99}')
    with pytest.raises(SampleError, match="newer version"):
        open_sample(folder)


def test_other_files(tmp_path: Path) -> None:
    folder = sample(tmp_path / "first")
    assert open_sample(folder / "traffic.har").name == "traffic"
    (tmp_path / "results.txt").write_text("<testResults/>")
    with pytest.raises(SampleError, match="no HTTP samples"):
        open_sample(tmp_path / "results.txt")
    with pytest.raises(SampleError, match="no such file"):
        open_sample(tmp_path / "missing")
    with pytest.raises(SampleError, match="no sample folder"):
        open_sample(tmp_path)


@pytest.mark.parametrize(
    "start",
    [
        "<!DOCTYPE html><html>",
        '<?xml version="1.0"?>\n<html xmlns="http://www.w3.org/1999/xhtml">',
        "<!-- saved from url=(0022)https://shop.test/ -->\n<!-- x --><html>",
    ],
)
def test_a_saved_page_is_told_as_such(tmp_path: Path, start: str) -> None:
    path = tmp_path / "page.har"
    path.write_text(f"{start}<body>Lamps</body></html>")
    with pytest.raises(SampleError, match="this is a saved page"):
        open_sample(path)
