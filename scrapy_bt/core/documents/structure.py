"""Whether a file has its shape: known fields, of the right types, each where it belongs."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from ...errors import with_article
from ...sentences import say
from .names import NAME
from .nodes import ListNode, Mapping, MappingEntry, Node, Scalar
from .report import ShapeReport
from .shape import BooleanShape, Either, FieldShape, Kind, Many, NamesOrFlag, RecordShape, TableShape, TextShape, Whole

_NUMERIC = (int, float)


def check_structure(root: Node, report: ShapeReport, shape: RecordShape) -> None:
    """Tell what has no place in a file of that shape."""
    _Structure(report).check(root, shape, say("the file"))


def described(node: Node) -> str:
    """A node in a few words."""
    match node:
        case Mapping():
            return say("fields")
        case ListNode():
            return say("a list")
        case Scalar(value=None):
            return say("nothing")
        case Scalar(value=bool()):
            return say("`{}`, true or false", node.text)
        case Scalar(value=value) if isinstance(value, _NUMERIC):
            return say("the number {}", node.text)
        case Scalar():
            return say("a text")


class _Structure:
    def __init__(self, report: ShapeReport) -> None:
        self._report = report

    def check(self, node: Node, kind: Kind, owner: str) -> None:
        match kind:
            case RecordShape():
                self._record(node, kind, owner)
            case Either():
                self._either(node, kind, owner)
            case Many():
                self._many(node, kind, owner)
            case TextShape():
                self._words(node, kind, owner)
            case Whole():
                self._whole(node, kind, owner)
            case BooleanShape():
                if not (isinstance(node, Scalar) and isinstance(node.value, bool)):
                    advice = say("write {}{}true", owner.strip("`"), _behind(self._report.sign))
                    self._wrong(node, owner, say("is true or false"), advice)
            case TableShape():
                self._table(node, owner)
            case NamesOrFlag():
                self._names_or_flag(node, kind, owner)

    def _record(self, node: Node, record: RecordShape, owner: str) -> None:
        if not isinstance(node, Mapping):
            wanted = ", ".join(f"`{name}`" for name in record.names[:4])
            self._wrong(
                node,
                owner,
                say("has fields ({}{})", wanted, ", …" * (len(record.names) > 4)),
                _example(record, self._report.sign),
            )
            return
        present = {entry.key.text for entry in node}
        for entry in node:
            field = record.field(entry.key.text)
            if field is None:
                self._unknown(entry, record.names, record.noun, present)
            else:
                self.check(entry.value, field.kind, f"`{field.name}`")
        for field in record.fields:
            if field.is_needed and field.name not in present:
                self._missing(node, field, record.noun)

    def _either(self, node: Node, either: Either, owner: str) -> None:
        if isinstance(node, Mapping):
            keys = {entry.key.text for entry in node}
            fit = [record for record in either.records if keys & set(record.names)]
            if len(fit) == 1:
                self._record(node, fit[0], owner)
                return
            known = [name for record in either.records for name in record.names]
            for entry in node:
                if entry.key.text not in known:
                    self._unknown(entry, known, either.noun)
                    return
        ways = " or ".join(" with ".join(f"`{name}`" for name in record.names[:2]) for record in either.records)
        self._report.add(
            "wrong-type",
            node.place,
            say("{} has either {}", with_article(either.noun), ways),
            (
                say("make two of it, one after the other")
                if isinstance(node, Mapping) and node.entries
                else say("write {}", _example(either.records[0], self._report.sign))
            ),
        )

    def _table(self, node: Node, owner: str) -> None:
        if not isinstance(node, Mapping):
            self._wrong(
                node,
                owner,
                say("has names and their values"),
                say("for example `page{}'1'`", _behind(self._report.sign)),
            )
            return
        for entry in node:
            value = entry.value
            if not isinstance(value, Scalar) or value.is_nothing:
                self._wrong(value, f"`{entry.key.text}`", say("is a text or a number"), say("write one in quotes"))

    def _many(self, node: Node, many: Many, owner: str) -> None:
        if not isinstance(node, ListNode):
            if self._report.sign != ":":
                example = _line(FieldShape(owner.strip("`"), many, ""), self._report.sign)
                self._wrong(node, owner, say("is a list"), say("write {}", example))
            elif isinstance(node, Scalar) and node.is_nothing:
                self._wrong(
                    node, owner, say("is a list"), say("leave it out, or write its items below it, each after `- `")
                )
            else:
                self._wrong(
                    node, owner, say("is a list"), say("write each of its items on a line of its own, after `- `")
                )
            return
        noun = many.of.noun if isinstance(many.of, (RecordShape, Either)) else say("item")
        for item in node.items:
            self.check(
                item, many.of, say("{} of {}", with_article(noun), owner) if noun == "item" else with_article(noun)
            )

    def _words(self, node: Node, words: TextShape, owner: str) -> None:
        if not isinstance(node, Scalar) or not isinstance(node.value, str):
            written = node.text if isinstance(node, Scalar) else ""
            advice: str = (
                say("quote it: '{}'", words.form.from_number.format(written)) if written else say("write a text")
            )
            self._wrong(
                node, owner, say("is a text"), (say("leave it out, or write ''") if _is_nothing(node) else advice)
            )
            return
        if words.choices and node.text not in words.choices:
            *others, last = (f"`{choice}`" for choice in words.choices)
            choices: str = say("{} or {}", ", ".join(others), last)
            advice = self._report.did_you_mean(node.text, words.choices)
            self._report.add("wrong-value", node.place, say("{} is {}", owner, choices), advice)
        elif (complaint := words.form.complaint(node.text, owner)) is not None:
            self._report.add(complaint.code, node.place, complaint.message, complaint.advice)

    def _whole(self, node: Node, whole: Whole, owner: str) -> None:
        value = node.value if isinstance(node, Scalar) else None
        if not isinstance(value, int) or isinstance(value, bool):
            self._wrong(
                node, owner, say("is a whole number"), say("write a number from {} to {}", whole.least, whole.most)
            )
        elif not whole.least <= value <= whole.most:
            message = say("{} is from {} to {}, and this is {}", owner, whole.least, whole.most, value)
            self._report.add("out-of-range", node.place, message, say("write a number in between"))

    def _names_or_flag(self, node: Node, kind: NamesOrFlag, owner: str) -> None:
        if isinstance(node, ListNode) and node.items:
            for item in node.items:
                self._words(item, TextShape(NAME), owner)
        elif isinstance(node, Scalar) and isinstance(node.value, str) and node.text.strip():
            self._words(node, TextShape(NAME), owner)
        elif not (isinstance(node, Scalar) and isinstance(node.value, bool)):
            found = say("empty") if isinstance(node, Scalar) and node.style else described(node)
            self._report.add(
                kind.code, node.place, say("{} {}, and this is {}", owner, kind.meaning, found), kind.advice
            )

    def _unknown(self, entry: MappingEntry, known: Iterable[str], noun: str, present: Collection[str] = ()) -> None:
        key = entry.key
        self._report.add(
            "unknown-field",
            key.place,
            say("{} has no field `{}`", with_article(noun), key.text),
            self._report.did_you_mean(key.text, known, present=present),
        )

    def _missing(self, node: Mapping, field: FieldShape, noun: str) -> None:
        advice = say("add {}", _line(field, self._report.sign))
        self._report.add(
            "missing-field", node.place, say("{} needs a field `{}`", with_article(noun), field.name), advice
        )

    def _wrong(self, node: Node, owner: str, wanted: str, advice: str) -> None:
        self._report.add("wrong-type", node.place, say("{} {}, and this is {}", owner, wanted, described(node)), advice)


def _is_nothing(node: Node) -> bool:
    return isinstance(node, Scalar) and node.is_nothing


def _example(record: RecordShape, sign: str) -> str:
    needed = ", ".join(_line(field, sign) for field in record.fields if field.is_needed)
    return needed or f"{record.names[0]}{_behind(sign)}…"


def _line(field: FieldShape, sign: str) -> str:
    if not isinstance(field.kind, Many):
        return say("`{}{}…`", field.name, _behind(sign))
    if sign == ":":
        return say("`{}:` and a list below it", field.name)
    return say("a table `[[{}]]`", field.name) if isinstance(field.kind.of, RecordShape) else f"`{field.name} = [ … ]`"


def _behind(sign: str) -> str:
    return ": " if sign == ":" else f" {sign} "
