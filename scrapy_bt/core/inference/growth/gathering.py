"""Values → expressions of the language, with the data nodes and the statements that fetch them."""

from __future__ import annotations

from collections import defaultdict

from ...samples.parameters import Key
from ...samples.secretnames import is_credentials_name
from ...tree import nodes as bt
from ..answers.codings import IN_JMESPATH
from ..answers.values import (
    Argument,
    Beside,
    Called,
    Coded,
    Coding,
    Constant,
    Decoded,
    Each,
    Extraction,
    Joined,
    Now,
    Random,
    SentChoice,
    Taken,
    Value,
    Within,
)
from ..conclusion import Given
from ..findings import NeedsPerson
from .expressions import PAGE_FACTS, Part, concatenated, in_functions, page_fact, read_from, source_of
from .grown import Stub
from .lookups import Lookups
from .loopparts import otherwise
from .naming import called_of, name_of_extraction, name_of_key, name_of_kind
from .scopes import Scopes
from .vocabulary import MENTION, Vocabulary

_IN_CREDENTIALS: dict[Coding, str] = {"base64": "base64({})"}


class Gathering:
    """Fetches values; what is taken from a page is taken right behind its visit, since the next one replaces it."""

    def __init__(self, vocabulary: Vocabulary, scopes: Scopes, renewed: dict[tuple[int, Extraction], int]) -> None:
        self._vocabulary, self._scopes = vocabulary, scopes
        self._renewed = renewed
        """What is taken anew from each page of a series: by the step it is taken from first, that of the series."""
        self.nodes: dict[int, list[bt.Data]] = defaultdict(list)
        """By the step whose page they read, or, of those that compute, by the step that needs them."""
        self.after: dict[int, list[bt.Statement]] = defaultdict(list)
        """By step, what follows its visit."""
        self.before: dict[int, list[bt.Statement]] = defaultdict(list)
        """By step, what comes before its visit."""
        self.rounds: dict[int, list[bt.Statement]] = defaultdict(list)
        """By the step of a series, what its rounds begin with."""
        self.lookups = Lookups(vocabulary, scopes, self.nodes, self.before, self.after)
        self.stubs: list[Stub] = []
        self.persons: list[str] = []
        """The nodes that wait for what a person gives."""
        self.each: dict[tuple[int, bool], str] = {}
        """The variables of lists, by the step of the detail, and (true) of series, by their step."""
        self._taken: dict[tuple[int, Extraction, str | None], str] = {}
        self._made: dict[tuple[int, Value], bt.Reference] = {}
        self.beside: dict[Beside, str] = {}
        """The variables of numbers that count as a series does."""

    def is_renewed(self, step: int) -> bool:
        """Whether a series takes something anew from each of its pages."""
        return step in self._renewed.values()

    def can_be_had(self, value: Value, step: int) -> bool:
        """Whether what *value* is made of is there where *step* is: its page was visited, its loop is around."""
        match value:
            case Taken(step=origin, extraction=extraction) if origin == step:
                return (step, extraction, None) in self._taken
            case Taken(step=origin) | Called(step=origin):
                origin = self._scopes.named(origin)
                scope = self._scopes.home.get(origin)
                is_around = any(scope is other for other in self._scopes.home[step].around())
                return is_around and self._scopes.is_before(origin, step)
            case Each(step=repeated):
                return self._find_each(repeated, step) is not None
            case Beside():
                return value in self.beside
            case Joined(parts=parts):
                return all(self.can_be_had(part, step) for part in parts)
            case Coded(value=inner) | Decoded(value=inner) | Within(value=inner):
                return self.can_be_had(inner, step)
            case _:
                return True

    def part(self, value: Value, step: int, key: Key, kind: str | None = None) -> Part:
        """What stands for *value* in the request of *step*; *kind*: what its values are turned into (`as`).

        An address is a whole one: a task may visit it that has not seen the page it stands on, as that of a login.
        """
        match value:
            case Constant(text=text):
                return bt.Literal(text)
            case Argument(name=name, is_secret=is_secret):
                return bt.Reference(self._vocabulary.argument(Given(name, is_secret=is_secret)))
            case Each(step=repeated):
                variable = self._find_each(repeated, step)
                assert variable is not None, "what cannot be had is not asked for"
                return bt.Reference(variable)
            case Beside():
                return bt.Reference(self.beside[value])
            case Taken(step=origin, extraction=extraction):
                wanted = name_of_key(key) or name_of_extraction(extraction)
                return bt.Reference(self.take(origin, extraction, wanted, kind, self._vocabulary.evidence(step, key)))
            case Called():
                evidence = self._vocabulary.evidence(step, key)
                return self.lookups.found(value, name_of_key(key) or value.name.name, kind, evidence)
            case SentChoice():
                return self.lookups.chosen(value, step, name_of_key(key), self._vocabulary.evidence(step, key))
            case Joined(parts=parts):
                return concatenated([self._inner(part, step, key, value) for part in parts])
            case _:
                return self._make(value, step, key, name_of_key(key) or called_of(value))

    def take(self, origin: int, extraction: Extraction, wanted: str, kind: str | None, evidence: str) -> str:
        """The variable that holds a piece of the page of step *origin*."""
        origin = self._scopes.named(origin)
        if (origin, extraction, kind) in self._taken:
            return self._taken[origin, extraction, kind]
        name = self._vocabulary.variable(wanted or "value", origin)
        self._taken[origin, extraction, kind] = name
        assign = bt.Assign(name, self.reading(origin, extraction, wanted or "value", kind, evidence))
        series = self._renewed.get((origin, extraction))
        if isinstance(assign.value, bt.Reference):
            self._vocabulary.say(assign, evidence)
        (self.after[origin] if series is None else self.rounds[series]).append(assign)
        return name

    def given_anew(self, step: int, extraction: Extraction, wanted: str) -> bt.Assign:
        """What gives a piece of each page of a series for the request of the next one; none on the last page."""
        name = self._vocabulary.variable(wanted, step)
        self._taken |= dict.fromkeys([(step, extraction, None), (step, extraction, "number")], name)
        node = bt.Data(self._vocabulary.node(f"next_{wanted}", step), source_of(extraction), otherwise(None))
        self.nodes[step].append(node)
        return bt.Assign(name, bt.Call(node.name))

    def reading(
        self, origin: int, extraction: Extraction, wanted: str, kind: str | None = None, evidence: str = ""
    ) -> bt.Call | bt.Reference:
        """What gives the piece of the page of step *origin*: a new data node's call, or a fact of the page."""
        if extraction.how in PAGE_FACTS:
            return page_fact(extraction)
        attributes = None
        if extraction.how == "url":
            attributes = bt.Attributes((bt.Attribute("from", bt.Reference("page", ("url",))),))
        source = source_of(extraction, kind, every=extraction.all)
        node = bt.Data(self._vocabulary.node(wanted, origin), source, attributes)
        self.nodes[origin].append(node)
        self._vocabulary.say(node, evidence)
        return bt.Call(node.name)

    def person(self, need: NeedsPerson, key: Key) -> bt.Reference:
        """What a person or a service gives; the task is paused until it is there."""
        wanted = name_of_key(key) or "answer"
        template = need.what.replace(" ", "_").replace("-", "_")
        evidence = "a person or a service gives it"
        node = self._stub(need.step, wanted, template, {template: bt.Literal(need.reason or need.what)}, {}, evidence)
        self.persons.append(node.name)
        name = self._vocabulary.variable(wanted, need.step)
        self.before[need.step].append(bt.Assign(name, bt.Call(node.name)))
        return bt.Reference(name)

    def _find_each(self, repeated: int, step: int) -> str | None:
        repeated = self._scopes.named(repeated)
        for scope in self._scopes.home[step].around():
            if scope.each is not None and self._scopes.named(scope.each.step) == repeated:
                return self.each[scope.each.detail, False]
            if scope.pages is not None and scope.pages.step == repeated and (repeated, True) in self.each:
                return self.each[repeated, True]
        return None

    def _inner(self, value: Value, step: int, key: Key, whole: Value) -> Part:
        """A part of a joined value: what it is taken from names it better than the parameter does."""
        if isinstance(value, Taken):
            wanted = name_of_extraction(value.extraction) or name_of_key(key)
            if not isinstance(whole, Joined) and wanted == name_of_key(key):
                wanted = f"{wanted}_text"
            return bt.Reference(
                self.take(value.step, value.extraction, wanted, None, self._vocabulary.evidence(step, key))
            )
        if isinstance(value, (Coded, Decoded, Within, Now, Random)):
            return self._make(value, step, key, f"{name_of_key(key) or 'value'}_{name_of_kind(value)}")
        return self.part(value, step, key)

    def _make(self, value: Value, step: int, key: Key, wanted: str) -> bt.Reference:
        """A value that is computed before the visit."""
        if (step, value) not in self._made:
            name = self._vocabulary.variable(wanted, step)
            assign = bt.Assign(name, self._computed(value, step, key, wanted))
            if isinstance(value, Now) and value.unit in ("s", "ms"):
                self._vocabulary.say(assign, f"the time in whole {'milli' * (value.unit == 'ms')}seconds")
            self.before[step].append(assign)
            self._made[step, value] = bt.Reference(name)
        return self._made[step, value]

    def _computed(self, value: Value, step: int, key: Key, wanted: str) -> bt.Expression:
        evidence = self._vocabulary.evidence(step, key)
        match value:
            case Now(unit=("s" | "ms") as unit):
                now: bt.Expression = bt.Reference("now")
                if unit == "ms":
                    now = bt.Binary("*", now, bt.Literal(1000))
                return bt.Binary("-", now, bt.Binary("%", now, bt.Literal(1)))
            case Within(value=inner, extraction=extraction):
                origin = self._held(inner, step, key, wanted, value)
                node = self.data(step, wanted, bt.Data("", source_of(extraction), read_from(origin)), evidence)
            case Decoded(value=inner, coding="html"):
                origin = self._held(inner, step, key, wanted, value)
                text = bt.Data("", bt.Source("xpath", ("string()",)), read_from(origin))
                node = self.data(step, wanted, text, evidence)
            case Coded() if (made := self._by_function(value, step, key, wanted)) is not None:
                node = made
            case Coded(value=inner, coding=coding):
                node = self._stub(step, wanted, coding, {coding: self._inner(inner, step, key, value)}, {}, evidence)
            case Decoded(value=inner, coding=coding):
                name = f"from_{coding}"
                node = self._stub(step, wanted, name, {name: self._inner(inner, step, key, value)}, {}, evidence)
            case Now(unit=unit):
                node = self._stub(step, wanted, "time", {"time": bt.Literal(unit)}, {}, evidence)
            case Random(alphabet=alphabet, length=length):
                given: dict[str, Part] = {"random": bt.Literal(alphabet)}
                if alphabet != "uuid":
                    given["length"] = bt.Literal(length)
                node = self._stub(step, wanted, "random", given, {"length": length}, evidence)
            case _:
                raise TypeError(f"not a value that is computed: {value!r}")
        return bt.Call(node.name)

    def _by_function(self, value: Coded, step: int, key: Key, wanted: str) -> bt.Data | None:
        """What functions of JMESPath make of a text, as of the credentials of HTTP's basic authentication."""
        expression, held = in_functions(value, "text", more=_IN_CREDENTIALS if is_credentials_name(key.name) else None)
        if held is value:
            return None
        text = bt.Attribute("text", self._inner(held, step, key, value))
        given = bt.Attributes((bt.Attribute("from", bt.Attributes((text,))),))
        node = bt.Data("", bt.Source("json", (expression,)), given)
        return self.data(step, wanted, node, self._vocabulary.evidence(step, key))

    def _held(self, value: Value, step: int, key: Key, wanted: str, whole: Value) -> bt.Reference:
        """A variable that holds a value."""
        part = self._inner(value, step, key, whole)
        if isinstance(part, bt.Reference):
            return part
        name = self._vocabulary.variable(f"{wanted}_text", step)
        self.before[step].append(bt.Assign(name, part))
        return bt.Reference(name)

    def data(self, step: int, wanted: str, node: bt.Data, evidence: str = "") -> bt.Data:
        """The node with a name of its own, among those of a step."""
        named = bt.Data(self._vocabulary.node(wanted, step), node.source, node.attributes)
        self.nodes[step].append(named)
        self._vocabulary.say(named, evidence)
        return named

    def written(self, texts: bt.Data, coding: Coding, step: int) -> bt.Data:
        """What has all *texts* of a page as they are written when they are sent; these are taken before."""
        self.nodes[step].append(texts)
        name = self._vocabulary.variable(texts.name, step)
        self.after[step].append(bt.Assign(name, bt.Call(texts.name)))
        source = bt.Source("json", (f"map(&{IN_JMESPATH[coding].format('@')}, @) | [?@ != '']",), all=True)
        return bt.Data(self._vocabulary.nodes.give(f"{texts.name}_written"), source, read_from(bt.Reference(name)))

    def _stub(
        self, step: int, wanted: str, template: str, given: dict[str, Part], facts: dict[str, str | int], evidence: str
    ) -> bt.Data:
        """A node that the language has no words for, with what it is made from: it is a file to its author."""
        attributes = bt.Attributes(tuple(bt.Attribute(name, part) for name, part in given.items()))
        name = self._vocabulary.of_step(wanted, step)
        node = self.data(step, name, bt.Data("", None, attributes), evidence)
        self.stubs.append(Stub(node.name, f"data/{template}", tuple(given), facts, evidence.replace(MENTION, "")))
        return node
