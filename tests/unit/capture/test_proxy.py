"""Starting the proxy and taking over what it wrote; tests/integration/test_recording.py has a real one."""

import json
import sys
import threading
from pathlib import Path
from textwrap import dedent

import pytest

from scrapy_bt.capture.folder import NewSample, Recorded, open_sample
from scrapy_bt.capture.proxy import ProxyRecorder, data_folder, find_mitmdump, install
from scrapy_bt.errors import SampleError

ENTRY = {
    "startedDateTime": "2026-01-02T03:04:05Z",
    "request": {"method": "GET", "url": "https://shop.example/"},
    "response": {"status": 200, "content": {"text": "ok"}},
}
REPORTS = [{"at": 1.0, "type": "snapshot", "html": "<p>"}, {"at": 2.0, "type": "click"}]


def stand_in(folder: Path, program: str) -> Path:
    """A program that is started as mitmdump is."""
    path = folder / "mitmdump"
    path.write_text(f"#!{sys.executable}\n" + dedent(program))
    path.chmod(0o755)
    return path


WRITES = f"""
import os, pathlib, signal, sys
folder = pathlib.Path(os.environ["BT_PROXY_FOLDER"])
assert "addEventListener" in (folder / "script.js").read_text()
assert sys.argv[sys.argv.index("--listen-port") + 1] == "8099"
(folder / "entries.jsonl").write_text({json.dumps(ENTRY)!r} + "\\n" + '{{"cut')
(folder / "reports.jsonl").write_text({json.dumps(REPORTS[0])!r} + "\\n" + {json.dumps(REPORTS[1])!r} + "\\n")
(folder / "notes.jsonl").write_text('"app.example: not trusted"\\n' * 2)
signal.signal(signal.SIGINT, lambda *_: sys.exit())
(folder / "ready").touch()
signal.pause()
"""


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return tmp_path / "data"


def record(program: Path, said: list[str], new: NewSample) -> Recorded:
    """Record until it is said that it has begun."""

    def say(text: str) -> None:
        said.append(text)
        if text.startswith("recording"):
            ended.set()

    ended = threading.Event()
    return ProxyRecorder(str(program), port=8099, say=say).record(new, ended)


def test_what_the_proxy_wrote_is_a_sample(tmp_path: Path, data: Path) -> None:
    said: list[str] = []
    recorded = record(stand_in(tmp_path, WRITES), said, NewSample(tmp_path / "app"))
    assert (recorded.requests, recorded.events) == (1, 1)
    sample = open_sample(tmp_path / "app")
    assert [one.sent.url for one in sample.exchanges] == ["https://shop.example/"]
    assert sample.events[0].before.startswith("pages/")
    assert said[1:] == ["app.example: not trusted"]
    assert "mitmproxy-ca-cert.pem" in said[0]
    assert (data / "scrapy_bt" / "certificate").is_dir()


@pytest.mark.parametrize(
    ("program", "what"),
    [
        ("import sys; sys.exit('address already in use')", "did not start: address already in use; another port"),
        (WRITES.replace("entries.jsonl", "other.jsonl"), "nothing was sent"),
    ],
)
def test_a_recording_without_anything_leaves_nothing(tmp_path: Path, data: Path, program: str, what: str) -> None:
    with pytest.raises(SampleError, match=what):
        record(stand_in(tmp_path, program), [], NewSample(tmp_path / "app"))
    assert sorted(path.name for path in tmp_path.iterdir() if path != data) == ["mitmdump"]


def test_where_mitmdump_is_looked_for(tmp_path: Path, data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    with pytest.raises(SampleError, match="--proxy --install"):
        find_mitmdump()
    with pytest.raises(SampleError, match="no such program"):
        find_mitmdump("nothing")
    own = data_folder() / "mitmproxy" / "bin"
    own.mkdir(parents=True)
    installed = stand_in(own, "")
    assert find_mitmdump() == str(installed)
    assert install() == str(installed)
    (tmp_path / "bin").mkdir()
    on_path = stand_in(tmp_path / "bin", "")
    assert find_mitmdump() == str(on_path)
