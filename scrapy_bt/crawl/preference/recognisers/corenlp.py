"""Names in texts, by a server of Stanford CoreNLP."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from http.client import HTTPException
from typing import Any
from urllib.error import URLError
from urllib.parse import urlencode, urlsplit
from urllib.request import Request, urlopen

from ....core.documents.json import read_json
from ....core.preference.kinds import kind_of_label
from ....core.preference.mentions import Mention
from ....errors import BTError

_ANNOTATORS = "tokenize,ssplit,pos,lemma,ner"
_LARGEST = 20_000_000
"""Bytes of an answer."""
_SURE = 0.8
"""Of an entity whose probability the server does not tell."""
_SECONDS = 30.0
"""A connection that says nothing for so long is given up, whatever the bound of a text."""
_LANGUAGES = frozenset({"ar", "de", "en", "es", "fr", "hu", "it", "zh"})
"""Languages with models; a server may have the models of some only."""


class CoreNlpRecogniser:
    """*url*: of the server, `http://localhost:9000`; it is asked for each text, in its language."""

    def __init__(self, url: str) -> None:
        split = urlsplit(url)
        if split.scheme not in ("http", "https") or not split.hostname:
            raise BTError(f"BT_RECOGNISERS: corenlp: is followed by the URL of a server, not by '{url}'")
        self._url = url.rstrip("/")

    def recognise(self, text: str, language: str) -> Sequence[Mention]:
        """The mentions in order; raises `BTError` where the server gives none."""
        if language and language not in _LANGUAGES:
            return []
        properties = {"annotators": _ANNOTATORS, "outputFormat": "json", "pipelineLanguage": language or "en"}
        query = urlencode({"properties": json.dumps(properties), "pipelineLanguage": language or "en"})
        headers = {"Content-Type": "text/plain; charset=utf-8"}
        request = Request(f"{self._url}/?{query}", text.encode("utf-8", "replace"), headers)  # noqa: S310 - checked
        try:
            with urlopen(request, timeout=_SECONDS) as answer:  # noqa: S310 - http or https
                data = answer.read(_LARGEST + 1)
            value = read_json(data, largest=_LARGEST)
            return list(_mentions(value, _Offsets(text)))
        except (URLError, HTTPException, OSError, ValueError, KeyError, TypeError) as error:
            raise BTError(f"{self._url} gave no annotations: {error!r}") from None


class _Offsets:
    """The server counts UTF-16 units, as Java does: a character beyond the basic plane is two."""

    def __init__(self, text: str) -> None:
        self._places: list[int] | None = None
        if not text.isascii() and max(text) > "\uffff":
            self._places = [place for place, one in enumerate(text) for _ in range(1 + (one > "\uffff"))] + [len(text)]

    def __getitem__(self, unit: int) -> int:
        return unit if self._places is None else self._places[min(unit, len(self._places) - 1)]


def _mentions(value: Any, offsets: _Offsets) -> Iterator[Mention]:
    for sentence in value["sentences"]:
        for one in sentence.get("entitymentions", ()):
            kind = kind_of_label(str(one["ner"]))
            start, end = offsets[int(one["characterOffsetBegin"])], offsets[int(one["characterOffsetEnd"])]
            sure = max((float(each) for each in (one.get("nerConfidences") or {}).values()), default=_SURE)
            if kind is not None and 0 <= start < end:
                yield Mention(start, end, kind, max(0.0, min(1.0, sure)))
