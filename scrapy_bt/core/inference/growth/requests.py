"""Planned steps → visits: the address, what is sent with it, and where each value of it comes from."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from urllib.parse import quote, urlsplit

from ...samples import fields, manyvalues
from ...samples.parameters import ALL, Key, parameters_of
from ...samples.requestbodies import body_kind
from ...samples.secrets import has_to_be_given
from ...samples.traffic import Sent
from ...tree import nodes as bt
from ...tree.notation import one_line
from ..answers.values import Argument, Constant, Each, Value
from ..conclusion import Given
from ..findings import NeedsPerson
from ..plans.plan import PlannedStep
from .browsers import in_browser
from .conversions import Conversions, may_be_text
from .expressions import as_text, as_value, concatenated
from .gathering import Gathering
from .headers import spell_header, told_pairs
from .naming import name_of_key, name_of_secret
from .payloads import Filling, json_value, multipart_value, with_leaves_of, xml_value
from .vocabulary import Vocabulary

WHOLE = "url"
"""Where a value that is a whole address stands."""
ONE_LINE = 70
"""Characters of a visit that surely stands on one line, beside others with longer names."""
MOST_IN_URL = 3
"""How many fields of a query stand in the URL; more get lines of their own."""
_IN_PATH = "!$&'()*+,;=:@"


@dataclass(frozen=True)
class Asked:
    """A request that is being written."""

    planned: PlannedStep
    absent_at_first: frozenset[Key] = frozenset()
    """Keys whose value is none in the first round of a series; they must be left out then."""
    address: str | None = None
    """The variable that holds its whole address."""
    is_inline: bool = False
    """All of the query stands in the URL."""

    @property
    def step(self) -> int:
        return self.planned.step

    @property
    def sent(self) -> Sent:
        return self.planned.sent


class Requests:
    """Writes visits."""

    def __init__(self, vocabulary: Vocabulary, gathering: Gathering) -> None:
        self._vocabulary, self._gathering = vocabulary, gathering
        self._conversions = Conversions(vocabulary, gathering)

    def visit(self, asked: Asked, name: str) -> bt.Visit:
        """The visit of a step, with comments on what it sends."""
        planned, sent = asked.planned, asked.sent
        attributes: list[bt.Attribute] = []
        notes: list[str] = []
        whole = self._whole(planned)
        if asked.address is not None:
            url: bt.Text = bt.Template((bt.Reference(asked.address),))
        elif whole is not None:
            url = as_text(self._gathering.part(whole, asked.step, Key("query", "link"), "url"))
        else:
            url = self._url(asked, attributes, notes)
        attributes += self._body(asked)
        attributes += self._table(asked, "header", "headers", spell_header)
        attributes += self._table(asked, "cookie", "cookies", str)
        attributes += in_browser(self._vocabulary.conclusion, asked.step)
        if not planned.follows_redirects:
            attributes.append(bt.Attribute("redirect", bt.Literal(value=False)))
        method = None if sent.method == "GET" and body_kind(sent) is None else sent.method
        visit = bt.Visit(name, method, url, bt.Attributes(tuple(attributes)) if attributes else None)
        self._describe(asked, visit, notes)
        return visit

    def address(self, planned: PlannedStep) -> bt.Expression:
        """The whole address of a GET, as an expression; nothing of its query is bound."""
        whole = self._whole(planned)
        if whole is not None:
            return self._gathering.part(whole, planned.step, Key("query", "link"), "url")
        attributes: list[bt.Attribute] = []
        url = self._url(Asked(planned, is_inline=True), attributes, [])
        return bt.Literal(url) if isinstance(url, str) else url

    def _whole(self, planned: PlannedStep) -> Value | None:
        found = next((value for key, value in planned.bound.items() if key.where == WHOLE), None)
        return found if found is not None and self._gathering.can_be_had(found, planned.step) else None

    def value(self, asked: Asked, key: Key, recorded: str, kind: str | None = None) -> bt.Expression | None:
        """What a parameter gets, none: it is left out; *kind*: what is taken is turned into that (`as`)."""
        if key in asked.planned.left_out:
            return None
        for need in self._vocabulary.conclusion.of(NeedsPerson):
            if need.key == key and need.step == asked.step:
                return self._gathering.person(need, key)
        value = asked.planned.bound.get(key)
        if value is not None and not self._gathering.can_be_had(value, asked.step):
            value = None  # as recorded
        if value is None or isinstance(value, Constant):
            if has_to_be_given(key, recorded):
                return self._as_argument(key)
            return bt.Literal(recorded if value is None else value.text)
        return self._gathering.part(value, asked.step, key, kind)

    def _as_argument(self, key: Key) -> bt.Reference:
        """A secret whose origin is not known is given by whoever runs the tree."""
        return bt.Reference(self._vocabulary.argument(Given(name_of_secret(key), is_secret=True)))

    def _ask(self, key: Key) -> bt.Reference:
        return bt.Reference(self._vocabulary.argument(Given(name_of_key(key) or "file")))

    # Addresses

    def _url(self, asked: Asked, attributes: list[bt.Attribute], notes: list[str]) -> bt.Text:
        address = urlsplit(asked.sent.url)
        site = self._vocabulary.site(asked.sent.url)
        parts: list[bt.Expression | str] = [bt.Reference(site) if site else f"{address.scheme}://{address.netloc}"]
        place = -1
        for piece in address.path.split("/"):
            is_segment = bool(piece)
            place += is_segment
            key = Key("path", str(place))
            if not is_segment or key not in {*asked.planned.bound, *asked.planned.left_out}:
                parts += ["/", piece]
                continue
            value = self.value(asked, key, fields.percent_decoded(piece)[0])
            if value is not None:
                self._note(asked, key, notes)
                parts += ["/", quote(str(value.value), safe=_IN_PATH) if isinstance(value, bt.Literal) else value]
        parts.pop(1)  # the slash that every path begins with stands before each of its pieces already
        query = [(key, value) for key, value in self._query(asked, address.query)]
        absent = any(key in asked.absent_at_first or key.number == ALL for key, _ in query)
        if asked.is_inline or (len(query) <= MOST_IN_URL and not absent):
            plain = fields.plain_signs(address.query.replace("=", ""))
            for number, (key, value) in enumerate(query):
                self._note(asked, key, notes)
                parts += ["&" if number else "?", f"{quote(key.name, safe='[]' + plain)}=" if key.name else ""]
                parts.append(quote(str(value.value), safe="/:," + plain) if isinstance(value, bt.Literal) else value)
        elif query:
            attributes.append(bt.Attribute("query", self._grouped(asked, query)))
        return as_text(concatenated(parts))

    def _query(self, asked: Asked, query: str) -> Iterator[tuple[Key, bt.Expression]]:
        yield from self._fields(asked, "query", fields.fields_of(query))
        there = {parameter.key for parameter in parameters_of(asked.sent)}
        for key in asked.planned.bound:
            if key.where == "query" and key not in there:
                part = self.value(asked, key, "")
                if part is not None:
                    yield key, part

    def _fields(
        self, asked: Asked, where: str, found: tuple[fields.FormField, ...]
    ) -> Iterator[tuple[Key, bt.Expression]]:
        filling = self._filling(asked)
        seen: dict[str, int] = {}
        lists = {name for place, name in asked.sent.lists if place == where}
        for one in found:
            if one.name in lists:
                values = [other.value for other in found if other.name == one.name]
                if one.name not in seen and (many := self._many(asked, Key(where, one.name, ALL), values)) is not None:  # type: ignore[arg-type]  # query or form
                    yield Key(where, one.name, ALL), many  # type: ignore[arg-type]  # the same
                seen[one.name] = len(values)
                continue
            key = Key(where, one.name, seen.get(one.name, 0))  # type: ignore[arg-type]  # query or form
            seen[one.name] = key.number + 1
            value = with_leaves_of(key, one.value, filling)
            if value is not None:
                yield key, value

    def _many(self, asked: Asked, key: Key, recorded: Sequence[str]) -> bt.Expression | None:
        """What gives all values of one name."""
        value = self.value(asked, key, manyvalues.written(recorded))
        if isinstance(value, bt.Literal):
            return bt.ListValue(tuple(map(bt.Literal, recorded)))
        return value

    # What is sent with them

    def _filling(self, asked: Asked) -> Filling:
        """How its parameters are written."""

        def number(key: Key, recorded: str) -> bt.Expression | None:
            part = self.value(asked, key, recorded, kind="number")
            is_text = may_be_text(asked.planned.bound.get(key), self._vocabulary.conclusion)
            return self._conversions.as_number(part, asked.step) if is_text and isinstance(part, bt.Reference) else part

        def truth(key: Key, recorded: str) -> bt.Expression | None:
            part = self.value(asked, key, recorded)
            is_given = isinstance(asked.planned.bound.get(key), Argument)
            return self._conversions.as_truth(part, asked.step) if is_given and isinstance(part, bt.Reference) else part

        return Filling(
            asked.planned,
            # A leaf is asked for where it is seen whether it is fixed, and where it is written.
            leaf=cache(lambda key, recorded: self.value(asked, key, recorded)),
            number=number,
            truth=truth,
            say=self._say(asked),
            ask=self._ask,
            as_json=lambda key, value: self._conversions.as_json(value, asked.step, key),
            as_xml=lambda key, value: self._conversions.as_xml(value, asked.step, key),
            as_rison=lambda key, value: self._conversions.as_rison(value, asked.step, key),
            as_objects=lambda values, inner, beside: self._conversions.as_objects(values, inner, beside, asked.step),
        )

    def _body(self, asked: Asked) -> Iterator[bt.Attribute]:
        sent, filling = asked.sent, self._filling(asked)
        match body_kind(sent):
            case "form":
                pairs = list(self._fields(asked, "form", fields.fields_of((sent.body or b"").decode("latin-1"))))
                there = {parameter.key for parameter in parameters_of(sent)}
                added = [key for key in asked.planned.bound if key.where == "form" and key not in there]
                pairs += [(key, part) for key in added if (part := filling.leaf(key, "")) is not None]
                yield bt.Attribute("form", self._grouped(asked, pairs))
            case "multipart":
                yield bt.Attribute("multipart", multipart_value(filling))
            case "json":
                yield bt.Attribute("json", json_value(filling))
            case "xml":
                yield bt.Attribute("body", xml_value(filling))
            case "body":
                if (text := filling.leaf(Key("body", ""), (sent.body or b"").decode("utf-8", "replace"))) is not None:
                    yield bt.Attribute("body", as_value(text))
            case None:
                pass

    def _table(self, asked: Asked, where: str, name: str, spell: Callable[[str], str]) -> Iterator[bt.Attribute]:
        entries = []
        for key, recorded in told_pairs(self._vocabulary.conclusion, asked.planned, where):
            part = self.value(asked, key, recorded)
            if part is not None:
                entry = bt.Attribute(spell(key.name), as_value(part))
                self._say(asked)(entry, key)
                entries.append(entry)
        if entries:
            yield bt.Attribute(name, bt.Attributes(tuple(entries)))

    def _grouped(self, asked: Asked, pairs: list[tuple[Key, bt.Expression]]) -> bt.Attributes:
        """Fields by name; those with one name become a list."""
        by_name: dict[str, list[tuple[Key, bt.Expression]]] = {}
        for key, value in pairs:
            by_name.setdefault(key.name, []).append((key, value))
        entries = []
        for name, several in by_name.items():
            values = [as_value(value) for _, value in several]
            entry = bt.Attribute(name, values[0] if len(values) == 1 else bt.ListValue(tuple(values)))
            self._say(asked)(entry, several[0][0])
            entries.append(entry)
        return bt.Attributes(tuple(entries))

    # Comments

    def _say(self, asked: Asked) -> Callable[[bt.Node, Key], None]:
        def say(node: bt.Node, key: Key) -> None:
            if not _is_told_elsewhere(asked.planned.bound.get(key), asked.step):
                self._vocabulary.say(node, self._vocabulary.evidence(asked.step, key))

        return say

    def _note(self, asked: Asked, key: Key, notes: list[str]) -> None:
        if not _is_told_elsewhere(asked.planned.bound.get(key), asked.step) and (
            text := self._vocabulary.evidence(asked.step, key)
        ):
            part = asked.planned.bound.get(key)
            named = self._gathering.part(part, asked.step, key) if isinstance(part, (Argument, Each)) else None
            name = named.name if isinstance(named, bt.Reference) else key.name
            notes.append(f"{name}: {text}")

    def _describe(self, asked: Asked, visit: bt.Visit, notes: list[str]) -> None:
        """What is in the address is told above, and behind it why it is asked for, and how long that took."""
        text = "; ".join(
            filter(None, [self._vocabulary.evidence(asked.step, None), self._vocabulary.weight(asked.step)])
        )
        self._vocabulary.say(visit, "\n".join(notes), above=True)
        inner = {id(comment.node) for comment in self._vocabulary.comments}
        attributes = visit.attributes
        is_long = len(one_line(visit)) > ONE_LINE or (
            attributes is not None and any(id(node) in inner for node in bt.walk(attributes))
        )
        self._vocabulary.say(attributes if attributes is not None and is_long else visit, text)


def _is_told_elsewhere(value: Value | None, step: int) -> bool:
    """What is taken or computed has a node, which tells where it is from; what *step* itself is at, its loop."""
    return value == Each(step) or (value is not None and not isinstance(value, (Argument, Constant, Each)))
