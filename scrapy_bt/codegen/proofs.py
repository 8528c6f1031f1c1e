"""Generated tests: nodes take from the recorded answers what they took, and functions do what they are for."""

from __future__ import annotations

import re
from base64 import b64decode
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..core.inference.explanation.stored import StoredAnswer
from .library import WIDTH, as_python

_UNFIT = re.compile(r"\W+")
"""What the name of a place has that none of a file has."""
_ENDINGS = {"json": "json", "html": "html", "xml": "xml"}


@dataclass(frozen=True)
class RecordedAnswer:
    """An answer as recorded: the fixture of a test."""

    visit: str
    url: str
    content_type: str
    body: bytes

    @property
    def file(self) -> str:
        """The file name of its fixture."""
        ending = next((ending for word, ending in _ENDINGS.items() if word in self.content_type), "txt")
        return f"{_UNFIT.sub('_', self.visit)}.{ending}"


@dataclass(frozen=True)
class ProofCase:
    """A node and an answer that it reads; *count*: of values or records it took; *fields*: which all records have."""

    node: str
    recorded: RecordedAnswer
    count: int
    fields: tuple[str, ...] = ()


@dataclass(frozen=True)
class Function:
    """A function that was made, in a module of its own, and what tries it."""

    path: Path
    code: str
    module: str
    function: str
    test: str


def recorded_answers(answers: Iterable[StoredAnswer]) -> Iterator[RecordedAnswer]:
    """The answers that an inference has stored; without those whose body cannot be read."""
    for answer in answers:
        try:
            body = b64decode(answer["base64"]) if "base64" in answer else answer.get("body", "").encode()
        except ValueError:
            continue
        yield RecordedAnswer(answer["visit"], answer["url"], answer.get("content_type", ""), body)


def facts_of_tests(tree: str, place: str, cases: Sequence[ProofCase], functions: Sequence[Function]) -> dict[str, Any]:
    """What the template of a test file is filled with; *place*: of the tree, relative to the project."""
    texts = "\n".join(made.test for made in functions)
    third = [
        *(["import pytest"] if cases else []),
        *(["from scrapy.http import HtmlResponse"] if "HtmlResponse(" in texts else []),
        *(["from scrapy_bt.testing import taken"] if cases else []),
    ]
    return {
        "tree": tree,
        "place": _pretty(tuple(place.split("/")), 0)[1:-1].rstrip(","),
        "third": third,
        "first": sorted(f"from {made.module} import {made.function}" for made in functions),
        "cases": [
            _pretty((case.node, case.recorded.file, case.recorded.url, case.count, case.fields), 4) for case in cases
        ],
        "functions": [
            {
                "name": made.function,
                "fixtures": ", ".join(name for name in ("monkeypatch", "tmp_path") if name in made.test),
                "test": made.test,
            }
            for made in functions
        ],
    }


def _pretty(value: Any, indent: int) -> str:
    """A value as formatters write it, begun in column *indent*, with a comma behind it."""
    if not isinstance(value, tuple):
        return as_python(value)
    flat = ", ".join(_pretty(inner, 0) for inner in value) + ("," if len(value) == 1 else "")
    if indent + len(flat) + 3 <= WIDTH:
        return f"({flat})"
    pad = " " * indent
    return "(\n" + "".join(f"{pad}    {_pretty(inner, indent + 4)},\n" for inner in value) + f"{pad})"
