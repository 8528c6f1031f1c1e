"""Other files in a document: `include "login.bt"` stands for the declarations of that file, but for its `main`."""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

from ...errors import BTError
from ...sentences import say, spoken
from ..tree.nodes import Document, Entry, Heal, Include, SharedNode, Tree
from .report import Report

Lookup = Callable[[str], str]
"""Gives the text of a file, by its path from the folder of the first one; raises `BTError` where there is none."""

ReadDocument = Callable[[str, str], "tuple[Document, Report]"]
"""Reads a text, and the name of its file for the places, by itself."""

_MAIN = "main"


@dataclass
class Includes:
    """Puts what is included in the place of each `include`, each file once, and those that it includes itself."""

    report: Report
    lookup: Lookup
    read: ReadDocument
    texts: dict[str, str] = field(default_factory=dict)
    """The files so far, by their paths from the folder of the first."""

    def expand(self, document: Document) -> Document:
        """Return the whole of *document*; what is wrong with other files is reported with the places there."""
        if not any(isinstance(entry, Include) for entry in document.entries):
            return document
        own = posixpath.basename(self.report.file.replace("\\", "/"))
        entries = tuple(self._expand(document, own))
        return replace(document, entries=entries, included=tuple(self.texts.items()))

    def _expand(self, document: Document, file: str) -> Iterator[Entry]:
        for entry in document.entries:
            if not isinstance(entry, Include):
                yield entry
                continue
            path = posixpath.normpath(posixpath.join(posixpath.dirname(file), entry.file))
            if path == file:
                self.report.add("include-itself", entry.place, say("a file cannot include itself"), say("remove it"))
            elif path not in self.texts and path != posixpath.basename(self.report.file):
                yield from self._read(entry, path)

    def _read(self, entry: Include, path: str) -> Iterator[Entry]:
        if not path.endswith(".bt"):
            message: str = say("`{}` is no `.bt` file", entry.file)
            self.report.add("not-included", entry.place, message, say('write `include "login.bt"`'))
            return
        try:
            text = self.lookup(path)
        except BTError as error:
            advice = say("write its path from the folder of this file, in quotes")
            faults = getattr(error, "faults", ())
            message = faults[0].message if faults else spoken(error)
            self.report.add(
                "not-included", entry.place, say("`{}` cannot be included: {}", entry.file, message), advice
            )
            return
        self.texts[path] = text
        shown = posixpath.join(posixpath.dirname(self.report.file), path)
        self.report.add_text(shown, text)
        document, report = self.read(text, shown)
        self.report.faults += report.faults
        owner = posixpath.splitext(posixpath.basename(path))[0]
        for part in self._expand(document, path):
            if isinstance(part, SharedNode) and not part.owner:
                yield replace(part, owner=owner)
            elif not (_is_of_all(part) or (isinstance(part, Tree) and part.name == _MAIN)):
                yield part


def _is_of_all(part: Entry) -> bool:
    """Whether it tells how all of its file is healed: that holds where the file itself is crawled."""
    return isinstance(part, Heal) and not part.nodes
