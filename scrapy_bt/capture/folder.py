"""Sample folders: `manifest.json`, `traffic.har`, `events.jsonl` and the pages; opening any kind of recording."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from ..core.documents.json import read_json
from ..core.inference.answers.extraction import HTML
from ..core.samples.traffic import Answer, Event, Exchange, Recording
from ..errors import SampleError
from ..nearfiles import meant_instead
from ..sentences import say
from .clicked import page_at
from .events import read_events, write_events
from .har import read_har
from .har_writer import version, write_har
from .jtl import read_jtl
from .moments import iso
from .paths import path_inside
from .problems import Problems

FORMAT = 1
SAMPLES = "samples"
"""The folder of a project in which they are."""
MANIFEST, TRAFFIC, EVENTS, PAGES = "manifest.json", "traffic.har", "events.jsonl", "pages"


def open_sample(path: Path | str, *, folds: bool = True) -> Recording:
    """The recording in a sample folder, a HAR (also in a `.gz` or `.zip`) or a JMeter result file.

    What is wrong with it is told as the recording's problems; `SampleError`: there is nothing to be used.
    """
    path = Path(path)
    if path.is_dir():
        return _from_folder(path, folds=folds)
    if not path.exists():
        advice = meant_instead(path, say("make a recording: scrapy bt record URL -o {}", path))
        raise SampleError(say("{}: there is no such file or folder; {}", path, advice))
    if _begins_as_page(path):
        raise SampleError(
            say("{}: this is a saved page; save all requests in the developer tools as HAR with content", path)
        )
    if path.suffix.lower() in (".jtl", ".xml") or _begins_as_xml(path):
        return read_jtl(path, folds=folds)
    return read_har(path, folds=folds)


def _from_folder(folder: Path, *, folds: bool) -> Recording:
    problems = Problems(folder.name)
    manifest = _manifest(folder, problems)
    traffic = folder / TRAFFIC
    if not traffic.exists():
        others = sorted(folder.glob("*.har*"))
        if len(others) != 1:
            raise SampleError(
                say(
                    "{}: this is no sample folder: there is no {} in it; name one of its {} HAR files itself",
                    folder,
                    TRAFFIC,
                    len(others),
                )
                if others
                else say("{}: this is no sample folder: there is no {} in it", folder, TRAFFIC)
            )
        traffic = others[0]
    recording = read_har(traffic, folds=folds, name=str(manifest.get("name") or folder.name))
    events = read_events(folder / EVENTS, problems) if (folder / EVENTS).is_file() else ()
    found = (*problems.told(), *recording.problems)
    return replace(recording, events=events, problems=found, screen=_screen(folder, events))


def _screen(folder: Path, events: Sequence[Event]) -> Answer | None:
    """How the page looked behind the last act that left one."""
    for event in reversed(events):
        path = path_inside(folder, event.after) if event.after else None
        if path is not None and (body := page_at(path)) is not None:
            return Answer(200, event.url_after or event.url, HTML, body)
    return None


def _manifest(folder: Path, problems: Problems) -> dict[str, Any]:
    path = folder / MANIFEST
    if not path.exists():
        return {}
    try:
        manifest = read_json(path.read_text("utf-8"))
    except (ValueError, OSError):
        problems.add(MANIFEST, "it cannot be read", "the recording is read without it")
        return {}
    if not isinstance(manifest, dict) or not isinstance(manifest.get("format"), int):
        problems.add(MANIFEST, "it is not as it should be", "the recording is read without it")
        return {}
    if manifest["format"] > FORMAT:
        raise SampleError(
            say(
                "{}: this sample was recorded by a newer version (format {}); update scrapy_bt",
                path,
                manifest["format"],
            )
        )
    files = manifest.get("files")
    for name, told in files.items() if isinstance(files, dict) else ():
        file = path_inside(folder, str(name))
        if file is None:
            problems.add(str(name), "the file is not in the sample's folder", "it is not looked at")
        elif not file.is_file():
            problems.add(str(name), "the file is missing", "record again, or go on without it")
        elif isinstance(told, dict) and told.get("sha256") != checksum(file):
            problems.add(str(name), "the file is not as it was recorded", "it is read as it is")
    return manifest


def read_manifest(folder: Path) -> dict[str, Any]:
    """The manifest of a sample folder; empty if there is none that can be read."""
    return _manifest(folder, Problems(folder.name))


def _begins_as_xml(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(64).lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<")


def _begins_as_page(path: Path) -> bool:
    """Also one that is XML, or that a browser has saved with a comment of its own."""
    with path.open("rb") as file:
        start = file.read(1024)
    while opened := re.match(rb"[^<]{0,64}<(\?|!--)", start):
        start = start.partition(b"?>" if opened[1] == b"?" else b"-->")[2]
    return re.match(rb"[^<]{0,64}<(?:!doctype\s+html|html)\b", start, re.IGNORECASE) is not None


def checksum(path: Path) -> str:
    """The SHA-256 of a file, in hexadecimal digits."""
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while block := file.read(1 << 20):
            digest.update(block)
    return digest.hexdigest()


def free_place(folder: Path) -> Path:
    """The folder, whose parent is made; raises `SampleError` if there is something already."""
    if folder.exists():
        raise SampleError(say("{}: there is something already; name another folder with -o", folder))
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SampleError(say("{}: it cannot be made: {}", folder, error.strerror)) from error
    return folder


@dataclass(frozen=True)
class Recorded:
    """What a recording has written: its folder, and how many requests and events."""

    folder: Path
    requests: int
    events: int
    lost: int
    """Bodies of answers that the browser did not tell any more."""


@dataclass
class NewSample:
    """A sample folder while it is written: it has another name until it is whole."""

    folder: Path
    name: str = ""
    tool: str = field(default_factory=lambda: f"scrapy_bt {version()}")
    start_url: str = ""
    is_redacted: bool = False
    _pages: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Make the unfinished folder beside the place of the finished one."""
        free_place(self.folder)
        self.name = self.name or self.folder.name
        self.unfinished = Path(tempfile.mkdtemp(prefix=f".{self.folder.name}.", dir=self.folder.parent))

    def keep_page(self, html: str) -> str:
        """Keep a page's HTML, once however often it is seen; returns the name of its file in the sample."""
        digest = hashlib.sha256(html.encode("utf-8", "replace")).hexdigest()[:16]
        if digest not in self._pages:
            self._pages[digest] = f"{PAGES}/{digest}.html"
            path = self.unfinished / self._pages[digest]
            path.parent.mkdir(exist_ok=True)
            path.write_text(html, "utf-8", errors="replace")
        return self._pages[digest]

    def put_page(self, name: str, html: str) -> None:
        """Keep a page under the name that events know it by."""
        path = self.unfinished / PAGES / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(html, "utf-8", errors="replace")

    def finish(self, recorded: float, *, exchanges: Iterable[Exchange] | None, events: Iterable[Event]) -> Path:
        """Write what is left, and give the folder its name. *exchanges*: None where its HAR is written already."""
        if exchanges is not None:
            write_har(self.unfinished / TRAFFIC, exchanges)
        write_events(self.unfinished / EVENTS, events)
        paths = sorted(path for path in self.unfinished.rglob("*") if path.is_file())
        manifest = {
            "format": FORMAT,
            "name": self.name,
            "recorded": iso(recorded),
            "tool": self.tool,
            "start_url": self.start_url,
            "redacted": self.is_redacted,
            "files": {
                path.relative_to(self.unfinished).as_posix(): {
                    "bytes": path.stat().st_size,
                    "sha256": checksum(path),
                }
                for path in paths
            },
        }
        (self.unfinished / MANIFEST).write_text(json.dumps(manifest, indent=2, ensure_ascii=False) + "\n", "utf-8")
        self.unfinished.chmod(0o700)  # it may hold passwords
        self.unfinished.rename(free_place(self.folder))
        return self.folder

    def discard(self) -> None:
        """Leave nothing of it."""
        shutil.rmtree(self.unfinished, ignore_errors=True)
