"""Reads recordings in the process that can be ended: they are large, and a stranger may have made them."""

from __future__ import annotations

import base64
from dataclasses import asdict
from functools import lru_cache
from pathlib import Path
from typing import Any

from ...capture.folder import open_sample
from ...core.inference.explanation.evidence import Seen
from ...core.samples.hiding import hide_in_url
from ...core.samples.traffic import Exchange, Recording
from ...operations.evidence import RecordedEvidence
from ...operations.trials.given import page_of_recording

_MOST = 1000
"""Requests that are listed."""
_MOST_PROBLEMS = 20


class SampleTrials:
    """Keeps the recording that was asked for last."""

    def __init__(self) -> None:
        self._open = lru_cache(maxsize=1)(lambda path, _: open_sample(path))
        self._evidence = RecordedEvidence()

    def tell(self, path: str) -> dict[str, Any]:
        """The requests of a recording, without secrets in addresses, and what is wrong with it."""
        recording = self._recording(path)
        return {
            "name": recording.name,
            "total": len(recording.exchanges),
            "exchanges": [_tell(exchange) for exchange in recording.exchanges[:_MOST]],
            "events": len(recording.events),
            "problems": [str(problem) for problem in recording.problems[:_MOST_PROBLEMS]],
        }

    def page(self, path: str, number: int) -> dict[str, str]:
        """The body of an answer, by the number of its request; raises `BTError` where there is none."""
        page = page_of_recording(self._recording(path), number)
        body = base64.b64encode(page.body).decode()
        return {"url": page.url, "content_type": page.content_type or "", "body": body}

    def evidence(self, paths: list[str], seen: list[Any], *, in_browser: bool) -> dict[str, Any]:
        """Places of requests and answers as inference has read them: by recording, request and place."""
        found = self._evidence.show(paths, [Seen(*each) for each in seen], in_browser=in_browser)
        return {"shown": [asdict(one) for one in found]}

    def _recording(self, path: str) -> Recording:
        return self._open(path, Path(path).stat().st_mtime_ns)


def _tell(exchange: Exchange) -> dict[str, Any]:
    answer = exchange.answer
    kind = (answer.header("Content-Type") or "").partition(";")[0].strip() if answer is not None else ""
    return {
        "number": exchange.index,
        "method": exchange.sent.method,
        "url": hide_in_url(exchange.sent.url),
        "status": answer.status if answer is not None else None,
        "type": kind,
        "size": len(answer.body) if answer is not None and answer.body is not None else None,
        "is_page": bool(answer is not None and answer.body and any(word in kind for word in ("html", "xml", "json"))),
    }
