"""The report of an inference of a site with a login, which is in memory."""

import json
from pathlib import Path
from typing import Any

from scrapy_bt.capture.har_writer import write_har
from scrapy_bt.core.inference.explanation.report import report_of
from scrapy_bt.core.inference.growth import grow, print_grown
from scrapy_bt.wholefiles import digest_of
from tests.login_site import LOGIN, record
from tests.pure_site import finish


def infer(folder: Path, name: str = "shop", **more: Any) -> Path:
    """Write a tree, its report, and its recordings into a folder; the report's path."""
    folder.mkdir(exist_ok=True)
    inference, site = record(*LOGIN)
    finish(inference, site)
    grown = grow(inference.conclusion)
    text = print_grown(grown)
    (folder / f"{name}.bt").write_text(text)
    samples = [folder / "1.har", folder / "2.har"]
    for sample, recording in zip(samples, inference.board.recordings, strict=True):
        write_har(sample, recording.exchanges)
    asked = {"samples": [str(sample) for sample in samples], "target": "", "want": [], "row": "", "columns": ""}
    asked |= {"expect": ["soup"], "allow": [], "source": [], "without": [], "settings": [], "keep": [], "drop": []}
    report = {**report_of(inference, visits=grown.visits), "asked": asked, "tree_hash": digest_of(text.encode())}
    report["text"] = text
    path = folder / f"{name}.inference.json"
    path.write_text(json.dumps({**report, **more}))
    return path
