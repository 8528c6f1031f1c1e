"""What knowledge sources find, a class for each kind; the blackboard keeps them as facts (recording.md, "Inference").

A *step* is one request as all recordings have it, numbered from 0 in the order of the first; *Key* names a parameter.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeVar

from ..samples.parameters import WHOLE_URL, Key
from .answers.namedparts import NamedParts
from .answers.values import Extraction, Fields, Value

AnyFinding = TypeVar("AnyFinding")


@dataclass(frozen=True)
class Noise:
    """A request that brings nothing that the target could need: pictures, styles, analytics, preflights."""

    recording: int
    exchange: int
    reason: str


@dataclass(frozen=True)
class Step:
    """Which request of each recording is the same step; none where a recording lacks it."""

    number: int
    exchanges: tuple[int | None, ...]
    """By recording, the index of the exchange."""


@dataclass(frozen=True)
class Target:
    """The step whose answer is wanted; *reason*: what it is."""

    step: int
    reason: str


@dataclass(frozen=True)
class Variability:
    """Whether a parameter has the same value in all recordings; *values* by recording, none where it is missing."""

    step: int
    key: Key
    varies: bool
    values: tuple[str | None, ...]


@dataclass(frozen=True)
class Typed:
    """A parameter that the person gave: what was typed or chosen, in each recording."""

    step: int
    key: Key
    argument: str
    values: tuple[str | None, ...]
    is_secret: bool = False
    is_direct: bool = True
    """The parameter is what was typed; false: it is made of it, as an `Origin` says."""


@dataclass(frozen=True)
class Origin:
    """One way in which a parameter's value can be had, right for all recordings; *score*: 0 to 1, better is higher."""

    step: int
    key: Key
    value: Value
    score: float = 0.5


@dataclass(frozen=True)
class SessionCookie:
    """A cookie that the answer of *step* sets and that later requests send back: a cookie jar does it."""

    step: int
    name: str


@dataclass(frozen=True)
class Caused:
    """The event that caused a step: by recording, the index of the event."""

    step: int
    events: tuple[int | None, ...]


@dataclass(frozen=True)
class EventClass:
    """Events of the recordings that are the same act of the person, such as typing into one field."""

    name: str
    events: tuple[int | None, ...]
    act: Literal["type", "choose", "follow", "submit", "page", "open", "other"]


@dataclass(frozen=True)
class LongPause:
    """The person paused before *step*: what comes after it is another part of the workflow."""

    step: int
    seconds: float


@dataclass(frozen=True)
class Weight:
    """The expected seconds of a step: the RMS of its recorded times (runtime.md, "Weights")."""

    step: int
    seconds: float


@dataclass(frozen=True)
class Loop:
    """Steps that are one step, repeated: its pages. *next* is where the value of *key* for the next round comes from.

    A `counter` goes up by *by* until *until* says there is no more; the others end when *next* finds nothing.
    """

    step: int
    """The first of them, which stands for all."""
    repeats: tuple[int, ...]
    kind: Literal["link", "counter", "cursor"]
    key: Key | None
    """None: the whole URL."""
    next: Value
    by: int = 1
    until: Extraction | None = None
    """What is there as long as there are more: a counter's rows of the page, the button of a form for a cursor."""
    entry: int | None = None
    """The step whose answer is the first page, where that is another request: a form that was sent, a redirect."""
    has_end: bool = field(default=False, compare=False)
    """A recorded last page leads on to none."""
    start: int | None = None
    """What a counter is on the first page, where that is asked for without it, or was brought by another page."""
    beside: tuple[tuple[Key, Value], ...] = ()
    """What else each page gives for the next request, beside a cursor; what counts as a counter does."""

    @property
    def given(self) -> Mapping[Key, Value]:
        """All that a page gives for the next one, by where it is sent."""
        return {**dict(self.beside), self.key or WHOLE_URL: self.next}


@dataclass(frozen=True)
class ListOf:
    """A step whose answer lists what *detail* is visited with: *each* takes all values of its *key*."""

    step: int
    detail: int
    key: Key | None
    """None: the whole URL of the detail."""
    each: Extraction
    repeats: tuple[int, ...] = ()
    """Other steps that visit details of the same list."""
    also: tuple[Key, ...] = ()
    """Where else the same is sent, beside *key*."""
    group: ChosenGroup | None = None
    """The part of the list that was shown, if it was chosen by a name; None: all that *each* finds."""

    @property
    def keys(self) -> tuple[Key, ...]:
        """All places where an entry of the list is sent."""
        return (self.key or WHOLE_URL, *self.also)


@dataclass(frozen=True)
class ChosenGroup:
    """One group of an answer, which the person chose by its name: by recording, this name."""

    argument: str
    names: tuple[str, ...]
    grouping: NamedParts
    rows: str
    """The path of the records within a group."""

    @property
    def after(self) -> str:
        """What stands behind the coded name in the expression for the records."""
        return self.grouping.behind(self.rows)

    def each(self, recording: int) -> Extraction:
        """What finds the records of a recording."""
        return Extraction(self.grouping.how, self.grouping.found_by(self.names[recording], self.rows))


Without = Literal["never", "last", "between"]
"""Which pages of a series hold no record: a last one, or one that others follow."""


@dataclass(frozen=True)
class Records:
    """What the target's answer holds: one record, or one for each match of *each*, with the fields' extractions."""

    step: int
    each: Extraction | None
    fields: Fields
    within: Extraction | None = None
    """What takes the page that holds them out of the answer; None if the answer is that page."""
    first: int | None = None  # the step whose page holds the first of them, where the others are loaded as pieces
    first_each: Extraction | None = None
    """What finds them there, where they stand elsewhere in its data than in the pieces."""
    empty: Without = field(default="never", compare=False)
    """Which recorded pages of their series hold none."""
    grows: bool = field(default=False, compare=False)
    """Each page of their series has those of the one before, too."""
    group: ChosenGroup | None = None
    """The group that they are of, where *each* finds that of the first recording; None if they are of the whole."""


@dataclass(frozen=True)
class Unsteady:
    """What an extraction takes is another in another session; *instead*: what takes it where that is the only fault."""

    step: int
    extraction: Extraction
    instead: Extraction | None = None


@dataclass(frozen=True)
class Shareable:
    """Steps whose effect holds for other runs too (a login): *seconds* none: until it is refused."""

    steps: tuple[int, ...]
    seconds: float | None = None


@dataclass(frozen=True)
class Contended:
    """Two at once of this step fail."""

    step: int


@dataclass(frozen=True)
class FindsNothing:
    """A search may find nothing: then the answer of this step has no records, or (*is_gone*) there is no such page."""

    step: int
    is_gone: bool = False
    sign: Extraction | None = None
    """What that page has, and no page with records; None if unknown: then any page without records may be one."""


@dataclass(frozen=True)
class NeedsPerson:
    """A person or a service has to step in: a captcha, a code sent by other ways."""

    step: int
    key: Key | None
    what: Literal["captcha", "one-time code"]
    reason: str


@dataclass(frozen=True)
class StepNeed:
    """Whether the target needs a step."""

    step: int
    is_needed: bool


@dataclass(frozen=True)
class ParameterNeed:
    """Whether the target needs a parameter of a step."""

    step: int
    key: Key
    is_needed: bool


Finding = (
    Noise
    | Step
    | Target
    | Variability
    | Typed
    | Origin
    | SessionCookie
    | Caused
    | EventClass
    | LongPause
    | Weight
    | Loop
    | ListOf
    | Records
    | Unsteady
    | Shareable
    | Contended
    | FindsNothing
    | NeedsPerson
    | StepNeed
    | ParameterNeed
)
