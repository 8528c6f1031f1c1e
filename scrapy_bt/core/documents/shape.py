"""What the shape of a file is made of: its records with their fields, and what each field may be."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import KW_ONLY, dataclass
from typing import NamedTuple, TypeAlias


class Complaint(NamedTuple):
    """A fault of a text, wherever the text stands."""

    code: str
    message: str
    advice: str


def _no_complaint(_text: str, _owner: str) -> Complaint | None:
    return None


@dataclass(frozen=True)
class TextForm:
    """What texts of one form look like, for the reader and for the JSON Schema."""

    _: KW_ONLY
    pattern: str = ""
    """A regular expression of all of the text, in words that Python and ECMA agree on; empty: any text."""
    longest: int = 0
    """Characters; 0: any number."""
    format: str = ""
    """What the JSON Schema calls it."""
    complaint: Callable[[str, str], Complaint | None] = _no_complaint
    """What is wrong with a text, given it and the field that it belongs to."""
    from_number: str = "{}"
    """How a number without quotes was meant."""


ANY = TextForm()


@dataclass(frozen=True)
class TextShape:
    """A text."""

    form: TextForm = ANY
    choices: tuple[str, ...] = ()
    is_plain: bool = False
    """It is written without quotes where that is possible."""


@dataclass(frozen=True)
class Whole:
    """A whole number."""

    least: int
    most: int


@dataclass(frozen=True)
class BooleanShape:
    """`true` or `false`."""


@dataclass(frozen=True)
class NamesOrFlag:
    """A name, a list of names, `true` or `false`; the rest is what is told of anything else."""

    code: str
    meaning: str
    advice: str


@dataclass(frozen=True)
class TableShape:
    """A mapping of names of one's own to texts or numbers."""


@dataclass(frozen=True)
class Many:
    """A list of one thing."""

    of: Kind


@dataclass(frozen=True)
class FieldShape:
    """A field of a record."""

    name: str
    kind: Kind
    meaning: str
    is_needed: bool = False


@dataclass(frozen=True)
class RecordShape:
    """A mapping with certain fields, in their canonical order."""

    noun: str
    fields: tuple[FieldShape, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """The names of its fields."""
        return tuple(field.name for field in self.fields)

    def field(self, name: str) -> FieldShape | None:
        """The field of a name."""
        return next((field for field in self.fields if field.name == name), None)


@dataclass(frozen=True)
class Either:
    """One of several records, told by the fields that it has."""

    noun: str
    records: tuple[RecordShape, ...]


Kind: TypeAlias = "TextShape | Whole | BooleanShape | NamesOrFlag | TableShape | Many | RecordShape | Either"
