"""Keeps the tables of the language's parser for this process, which reads them next, and for those to come."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from ...core.language import grammar


def keep_tables() -> None:
    """Once for an installation; where Python cannot, or shall not, keep compiled modules, these are not kept either."""
    if sys.dont_write_bytecode or grammar.TABLES.is_file():
        return
    try:
        with tempfile.TemporaryDirectory(dir=grammar.TABLES.parent) as folder:
            made = Path(folder, "tables")
            grammar.make_grammar(made)
            made.replace(grammar.TABLES)  # as a whole: other processes begin at the same time
    except OSError:
        return
