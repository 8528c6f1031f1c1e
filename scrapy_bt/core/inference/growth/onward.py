"""What a series goes on by: the piece that a page gives for the next, and what is made of it."""

from __future__ import annotations

from dataclasses import replace

from ..answers.codings import decode, encode
from ..answers.values import Coded, Constant, Decoded, Joined, Taken, Value, Within


def piece_of(value: Value) -> Value | None:
    """The piece of the page that a value is made of by codings and joins; None if it is not made of one piece."""
    match value:
        case Taken():
            return value
        case Within(value=inner):
            return value if _is_piece(inner) else None
        case Coded(value=inner) | Decoded(value=inner):
            return piece_of(inner)
        case Joined(parts=parts):
            varying = [part for part in parts if not isinstance(part, Constant)]
            return piece_of(varying[0]) if len(varying) == 1 else None
        case _:
            return None


def made_of(value: Value, piece: Value) -> Value:
    """The value made of another piece."""
    match value:
        case Coded(value=inner) | Decoded(value=inner):
            return replace(value, value=made_of(inner, piece))
        case Joined(parts=parts):
            return Joined(tuple(part if isinstance(part, Constant) else made_of(part, piece) for part in parts))
        case _:
            return piece


def piece_in(value: Value, text: str) -> str | None:
    """The piece of which *text* is made as *value* is; None if it is not made so."""
    match value:
        case Coded(value=inner, coding=coding):
            found = decode(text, coding)
            return None if found is None else piece_in(inner, found)
        case Decoded(value=inner, coding=coding):
            return piece_in(inner, encode(text, coding))
        case Joined(parts=parts):
            place = next(number for number, part in enumerate(parts) if not isinstance(part, Constant))
            before, after = _text(parts[:place]), _text(parts[place + 1 :])
            if len(text) < len(before + after) or not (text.startswith(before) and text.endswith(after)):
                return None
            return piece_in(parts[place], text[len(before) : len(text) - len(after)])
        case _:
            return text


def _is_piece(value: Value) -> bool:
    return isinstance(value, Taken) or (isinstance(value, Within) and _is_piece(value.value))


def _text(parts: tuple[Value, ...]) -> str:
    return "".join(part.text for part in parts if isinstance(part, Constant))
