"""The grammar file, made into a parser."""

from __future__ import annotations

from functools import cache
from importlib import resources
from importlib.util import cache_from_source
from pathlib import Path
from zlib import crc32

from lark import Lark
from lark import __version__ as lark_version

from .builder import Builder

_TEXT = resources.files(__package__).joinpath("bt.lark").read_text(encoding="utf-8")
TABLES = Path(cache_from_source(__file__)).with_suffix(f".lark-{lark_version}-{crc32(_TEXT.encode()):08x}")
"""Where the parser's tables are kept, beside Python's compiled modules: working them out takes 0.1 s and 3 MB."""


class _TablePath(str):
    """A path of tables; lark looks whether they were made with the same options, of which this is one."""

    __slots__ = ()

    def __str__(self) -> str:
        return "tables"  # the same wherever they are: they are made in one place and kept in another


@cache
def grammar() -> Lark:
    """Return the parser of `bt.lark`, which makes the nodes of `Builder`."""
    return make_grammar(TABLES) if TABLES.is_file() else make_grammar()


def make_grammar(tables: Path | None = None) -> Lark:
    """The parser anew; *tables*: the file from which lark takes its tables, and which it writes where there is none."""
    return Lark(
        _TEXT,
        parser="lalr",
        lexer="contextual",
        start="document",
        keep_all_tokens=True,
        maybe_placeholders=True,
        transformer=Builder(),  # lark only looks its methods up by name
        cache=_TablePath(tables) if tables is not None else False,
    )
