"""Fetches a page by Scrapy, in a process of its own."""

from __future__ import annotations

import base64
import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from ...core.documents.json import read_json
from ...sentences import say
from ..refusals import Refusal

_SECONDS = 60


@dataclass(frozen=True)
class Fetched:
    """*url*: where it was found in the end."""

    url: str
    body: bytes
    content_type: str


def fetch_page(project: Path, url: str, rule: str) -> Fetched:
    """The page of a URL; with the text of a rule, only within its hosts. Raises `Refusal`."""
    try:
        done = subprocess.run(
            [sys.executable, "-m", "scrapy_bt.console.jobs.fetching"],
            cwd=project,
            input=json.dumps({"url": url, "rule": rule}).encode(),
            capture_output=True,
            timeout=_SECONDS,
            check=False,
        )
        told = read_json(done.stdout, largest=None)
    except subprocess.TimeoutExpired:
        raise Refusal(422, "fetch", say("{} was not there within {} s", url, _SECONDS)) from None
    except ValueError:
        last = done.stderr.decode(errors="replace").strip().rpartition("\n")[2]
        raise Refusal(
            422, "fetch", say("{} cannot be fetched: {}", url, (last or say("the process has ended")))
        ) from None
    if "error" in told:
        raise Refusal(422, "fetch", say("{} cannot be fetched: {}", url, told["error"]))
    return Fetched(told["url"], base64.b64decode(told["body"]), told["content_type"])
