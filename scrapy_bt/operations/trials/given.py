"""Pages that somebody has given, kept so that rules and trees are tried on them: by a command, or in the console."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path

from ...core.samples.traffic import Recording
from ...crawl.reading.missed_pages import LARGEST
from ...crawl.watching.folders import make_private
from ...errors import BTError
from ...sentences import say
from ...wholefiles import write_whole
from .pages import RawPage

FOLDER = "bt-tried"
MOST = 200
"""Pages that are kept."""


class LargePageError(BTError):
    """A page is larger than what is kept."""


class GivenPages:
    """*own*: the folder in which a project has files of scrapy_bt."""

    def __init__(self, own: Path) -> None:
        self._folder = own / FOLDER

    def all(self) -> list[Path]:
        """The newest first."""
        return sorted(self._folder.glob("*.html"), key=_written_at, reverse=True)

    def add(self, page: RawPage) -> Path:
        """Keep a page; the oldest goes for it, if there are too many. Raises `BTError`."""
        if len(page.body) > LARGEST:
            raise LargePageError(say("a page has at most {:,} bytes", LARGEST))
        name = sha256(page.url.encode() + b"\0" + page.body).hexdigest()[:32]
        path = self._folder / f"{name}.html"
        headers = {"Content-Type": page.content_type} if page.content_type else {}
        try:
            make_private(self._folder)
            write_whole(path.with_suffix(".json"), json.dumps({"url": page.url, "headers": headers}), mode=0o600)
            write_whole(path, page.body, mode=0o600)
            for old in self.all()[MOST:]:
                old.unlink(missing_ok=True)
                old.with_suffix(".json").unlink(missing_ok=True)
        except OSError as error:
            raise BTError(say("{} cannot be written: {}", path, error.strerror or error)) from None
        return path


def _written_at(path: Path) -> float:
    """0 where another process has removed it meanwhile."""
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0


def page_of_recording(recording: Recording, number: int) -> RawPage:
    """What was answered to the request of this number; raises `BTError` where there is nothing."""
    answers = {each.index: each.answer for each in recording.exchanges}
    if number not in answers:
        raise BTError(say("the recording has no request {}", number))
    answer = answers[number]
    if answer is None or not answer.body or len(answer.body) > LARGEST:
        raise BTError(say("this answer was recorded without a body, or with one that is too large"))
    return RawPage(answer.url, answer.header("Content-Type"), answer.body)
