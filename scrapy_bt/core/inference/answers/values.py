"""Where a parameter's value comes from: a constant, an argument, a piece of an answer, and what is made of these."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

How = Literal["css", "xpath", "re", "json", "header", "cookie", "url"]
Coding = Literal[
    "url",
    "form",
    "html",
    "base64",
    "base64url",
    "hex",
    "json",
    "md5",
    "sha1",
    "sha256",
    "upper",
    "lower",
    "strip",
    "slug",
    "hyphens",
    "underscores",
    "unspaced",
]


@dataclass(frozen=True)
class Extraction:
    """How a piece is taken from an answer.

    *text*: for `css`, `xpath`, `re` and `json` what the source of that name takes in a `.bt` file; `header`, `cookie`:
    its name; `url`: a regular expression on the URL of the page.
    """

    how: How
    text: str
    all: bool = False
    """Every value that is found is meant, not the first."""
    of: str = ""
    """Within a row of JSON: the path to the text that is read as HTML first; empty to take it from the row itself."""
    coding: Coding | Literal[""] = ""
    """How each text that is found is written then, as a slug; what has nothing left is none."""


Fields: TypeAlias = tuple[tuple[str, Extraction], ...]
"""What the values of a record are called, and how each is taken from its row or page."""


@dataclass(frozen=True)
class Constant:
    """The same in every recording."""

    text: str


@dataclass(frozen=True)
class Argument:
    """What the person gives; secret ones are never printed."""

    name: str
    is_secret: bool = False


@dataclass(frozen=True)
class Taken:
    """A piece of the answer of a step before."""

    step: int
    extraction: Extraction
    is_list: bool = False
    """All that is found is meant, as a list."""


@dataclass(frozen=True)
class Called:
    """A piece of the answer of a step, of what is called as an argument says, as a choice by its text.

    *pieces*: of the expression that finds it, around the name, which is a text of XPath or in Base64; it stands there
    twice where what is found may itself be given, as a choice by its value, and more than that where several choices
    may have the name.
    """

    step: int
    name: Argument
    pieces: tuple[str, ...]
    how: Literal["xpath", "json"] = "xpath"
    or_given: bool = False
    """What is given is taken itself where nothing is found, as a word that was typed and is one of the choices, too."""
    is_alone: bool = False
    """The name stands there again to find nothing where it leads to several addresses."""

    @property
    def takes_keys(self) -> bool:
        """Whether what is found may be given, too."""
        return self.or_given or (len(self.pieces) > 2 and not self.is_alone)

    @property
    def is_of_one(self) -> bool:
        """Whether nothing is found for a name that several things have, unless it says of which group."""
        return len(self.pieces) > 3 or self.is_alone

    def expression(self, written: str) -> str:
        """What finds it; *written*: the name, coded."""
        return written.join(self.pieces)

    @property
    def coding(self) -> str:
        """The JMESPath that writes the name, so that no sign of it ends the text that it stands in."""
        return "xpath_text(name)" if self.how == "xpath" else "base64(name)"


@dataclass(frozen=True)
class SentChoice:
    """What is sent for one of the recorded *choices*, each with its label, where that or itself is given."""

    name: Argument
    choices: tuple[tuple[str, str], ...]
    """Labels, each with its value; no label stands twice."""

    def sent(self, given: str) -> str:
        """What is none of the choices is sent as it is."""
        return dict(self.choices).get(given, given)


@dataclass(frozen=True)
class Now:
    """The time of sending, in *unit*s since the epoch: `s`, `ms`, or a `strftime` format with a `%`."""

    unit: str = "ms"


@dataclass(frozen=True)
class Random:
    """A value that the client makes up anew each time: a `uuid`, `hex`, `digits` or `letters` of a length."""

    alphabet: Literal["uuid", "hex", "digits", "letters"]
    length: int


@dataclass(frozen=True)
class Each:
    """What the loop *loop* (the step whose answers hold the list, or that is repeated) is at."""

    step: int


@dataclass(frozen=True)
class Beside:
    """The number called *name* that counts as the loop *step* does, as the last row of a page does beside its first."""

    step: int
    name: str


@dataclass(frozen=True)
class Joined:
    """Its parts one after another."""

    parts: tuple[Value, ...]


@dataclass(frozen=True)
class Coded:
    """*value* after a coding."""

    value: Value
    coding: Coding


@dataclass(frozen=True)
class Decoded:
    """*value* after a coding was undone."""

    value: Value
    coding: Coding


@dataclass(frozen=True)
class Within:
    """A piece of *value*: the first that is found in its text, as by the attribute `from` of a `.bt` file."""

    value: Value
    extraction: Extraction
    """By `css`, `xpath`, `re` or `json`."""


Value = (
    Constant | Argument | Taken | Called | SentChoice | Now | Random | Each | Beside | Joined | Coded | Decoded | Within
)


def steps_of(value: Value) -> frozenset[int]:
    """The steps whose answers a value is made of."""
    match value:
        case Taken(step=step) | Called(step=step) | Each(step=step) | Beside(step=step):
            return frozenset({step})
        case Joined(parts=parts):
            return frozenset[int]().union(*map(steps_of, parts))
        case Coded(value=inner) | Decoded(value=inner) | Within(value=inner):
            return steps_of(inner)
        case _:
            return frozenset()


def taken_in(value: Value) -> tuple[Taken, ...]:
    """The pieces of answers that a value is made of."""
    match value:
        case Taken():
            return (value,)
        case Joined(parts=parts):
            return tuple(taken for part in parts for taken in taken_in(part))
        case Coded(value=inner) | Decoded(value=inner) | Within(value=inner):
            return taken_in(inner)
        case _:
            return ()


def arguments_in(value: Value) -> tuple[Argument, ...]:
    """The arguments that a value is made of."""
    match value:
        case Argument():
            return (value,)
        case Called(name=name) | SentChoice(name=name):
            return (name,)
        case Joined(parts=parts):
            return tuple(argument for part in parts for argument in arguments_in(part))
        case Coded(value=inner) | Decoded(value=inner) | Within(value=inner):
            return arguments_in(inner)
        case _:
            return ()


def takes_keys(value: Value) -> bool:
    """Whether what is found by what it is called may be given itself."""
    match value:
        case Joined(parts=parts):
            return any(map(takes_keys, parts))
        case Coded(value=inner) | Decoded(value=inner) | Within(value=inner):
            return takes_keys(inner)
        case _:
            return isinstance(value, SentChoice) or (isinstance(value, Called) and value.takes_keys)


def looks_up(value: Value) -> bool:
    """Whether a value, or a part of it, is looked up by what it is called."""
    match value:
        case Joined(parts=parts):
            return any(map(looks_up, parts))
        case Coded(value=inner) | Decoded(value=inner) | Within(value=inner):
            return looks_up(inner)
        case _:
            return isinstance(value, (Called, SentChoice))
