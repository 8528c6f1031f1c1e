"""How words and texts are written in YAML: so that readers of YAML 1.1 and of 1.2 take them for the same."""

from __future__ import annotations

import re

import yaml

from ....errors import Place
from ...documents.nodes import Scalar
from ...documents.shape import BooleanShape, Kind, TextShape, Whole

_INDICATORS = "-?:,[]{}#&*!|>'\"%@`=~"
_NOT_PLAIN = re.compile(r": |:$| #|^ | $|^\.\.\.|^<<$")
_ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t", "\r": "\\r"}
_RESOLVERS = yaml.SafeLoader.yaml_implicit_resolvers
_NOWHERE = Place("", 0, 0)


def written(node: Scalar, kind: Kind | None) -> str:
    """A scalar in the canonical way, on one line."""
    if isinstance(node.value, str):
        return text_written(node.text, is_plain=not isinstance(kind, TextShape) or kind.is_plain)
    if isinstance(node.value, bool) and isinstance(kind, BooleanShape):
        return "true" if node.value else "false"
    if isinstance(node.value, int) and isinstance(kind, Whole):
        return str(int(node.value))
    return node.text


def text_written(text: str, *, is_plain: bool = True) -> str:
    """A text, without quotes if that is wanted and possible."""
    if is_plain and _can_be_plain(text):
        return text
    if not text.isprintable() or ("'" in text and "\\" not in text and '"' not in text):
        return f'"{"".join(map(_escaped, text))}"'
    doubled = text.replace("'", "''")
    return f"'{doubled}'"


def block_lines(text: str) -> tuple[str, list[str]] | None:
    """The sign and the lines of a text of several lines; none where only quotes keep it as it is."""
    body = text.removesuffix("\n")
    lines = body.split("\n")
    if "\n" not in body or not all(line.isprintable() and line == line.rstrip() for line in lines):
        return None
    if not lines[0] or not lines[-1] or lines[0].startswith(" "):
        return None
    return ("|" if text.endswith("\n") else "|-"), lines


def _can_be_plain(text: str) -> bool:
    if not text or text[0] in _INDICATORS or not text.isprintable() or _NOT_PLAIN.search(text):
        return False
    if not isinstance(Scalar(text, _NOWHERE, 0, 0).value, str):
        return False
    return not any(resolver.match(text) for _, resolver in (*_RESOLVERS.get(text[0], ()), *_RESOLVERS.get(None, ())))


def _escaped(char: str) -> str:
    if char in _ESCAPES:
        return _ESCAPES[char]
    if char.isprintable():
        return char
    code = ord(char)
    return f"\\x{code:02x}" if code <= 0xFF else f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}"
