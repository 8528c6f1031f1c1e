"""The shapes of what is stored beside an inferred tree: what readers need of a report, of stubs and of answers."""

from __future__ import annotations

from typing import Any, TypedDict

FORMAT = 3
ENDING = ".inference.json"
"""What the file's name ends with, after the name of the tree."""


class Certainty(TypedDict):
    """How sure something is."""

    why: str
    replays: int
    proven: bool


class _ParameterNames(TypedDict):
    key: str
    value: str
    arguments: list[str]
    """The arguments that its value is made of."""


class StoredParameter(_ParameterNames, Certainty):
    """A parameter of a step."""


class _StepKept(TypedDict, total=False):
    kept_by_jar: list[str]


class _StepNames(_StepKept):
    step: int
    visit: str
    request: str
    parameters: list[StoredParameter]
    left_out: list[str]


class StoredStep(_StepNames, Certainty):
    """A step of the path."""


class StoredSupport(TypedDict):
    """What one more source says for a fact."""

    source: str
    why: str


class _PlaceStep(TypedDict):
    step: int


class StoredPlace(_PlaceStep, total=False):
    """A place in the recorded requests and answers of a step: the whole request, unless more is said."""

    key: list[Any]
    """Of a parameter of the request: where, name, number."""
    take: list[str]
    """Of a piece of the answer: how, by what, and within which text of a row."""
    each: list[str]
    """The same of the rows in which it is looked for."""
    answer: bool
    """The whole answer."""


class _FactPlaces(TypedDict, total=False):
    places: list[StoredPlace]
    exchanges: list[int | None]
    """Of a step, by recording, its request."""
    recording: int
    exchange: int
    reason: str
    """Of noise, which request it is, and what."""


class StoredRequest(TypedDict):
    """A request of a recording, without secrets; *size* of the answer's body in bytes."""

    request: str
    url: str
    status: int | None
    type: str
    size: int | None


class StoredFact(_FactPlaces):
    """A fact of the blackboard."""

    id: int
    kind: str
    step: int | None
    text: str
    source: str
    why: str
    because: list[int]
    status: str
    trials: list[int]
    supports: list[StoredSupport]


class StoredReplay(TypedDict):
    """A replay."""

    number: int
    purpose: str
    right: bool
    reason: str


class StoredArgument(TypedDict):
    """An argument of the tree."""

    name: str


class _ReportRequests(TypedDict, total=False):
    requests: list[list[StoredRequest]]
    """By recording; as inference has read them."""


class InferenceReport(_ReportRequests):
    """What `explain` tells of."""

    format: int
    goal: str
    proven: bool
    unproven: list[str]
    arguments: list[StoredArgument]
    path: list[StoredStep]
    facts: list[StoredFact]
    replays: list[StoredReplay]


class _StubNames(TypedDict):
    name: str


class StoredStub(_StubNames, total=False):
    """A declaration that lacks code."""

    template: str
    inputs: list[str]
    facts: dict[str, Any]
    evidence: str


class _AnswerNames(TypedDict):
    visit: str
    url: str


class StoredAnswer(_AnswerNames, total=False):
    """An answer as recorded: its body as text, or in Base64."""

    content_type: str
    body: str
    base64: str


class StoredKnowledge(TypedDict, total=False):
    """What code is generated from."""

    stubs: list[StoredStub]
    declared: dict[str, str]
    """By name, visits and data nodes as they were inferred, so that what is made a stub again can be completed."""
    answers: list[StoredAnswer]
