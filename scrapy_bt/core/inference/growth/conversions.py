"""Values in the form in which a request sends them: as numbers, truth values, objects, JSON, XML."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...samples.parameters import Key
from ...tree import nodes as bt
from ..answers.data.leaves import jmespath_literal, jmespath_name
from ..answers.extraction import page_of
from ..answers.values import Beside, Each, Taken, Value
from ..conclusion import Conclusion
from ..findings import ListOf
from .expressions import as_value, read_from
from .gathering import Gathering
from .naming import name_of_key
from .vocabulary import Vocabulary


class Conversions:
    """Writes what turns values before a visit."""

    def __init__(self, vocabulary: Vocabulary, gathering: Gathering) -> None:
        self._vocabulary, self._gathering = vocabulary, gathering

    def as_number(self, text: bt.Reference, step: int) -> bt.Reference:
        """A text that is sent as a number: what is given on a command line is a text."""
        assign = bt.Assign(text.name, bt.Binary("*", text, bt.Literal(1)))
        if assign not in self._gathering.before[step]:
            self._vocabulary.say(assign, "sent as a number")
            self._gathering.before[step].append(assign)
        return text

    def as_truth(self, text: bt.Reference, step: int) -> bt.Reference:
        """A text, `true` or `false`, that is sent as a truth value; what is one already stays."""
        known = [
            each for each in self._gathering.before[step] if isinstance(each, bt.Assign) and each.name == text.name
        ]
        if not known:
            node = self._gathering.data(
                step, f"{text.name}_truth", bt.Data("", bt.Source("json", ("@",)), read_from(text))
            )
            assign = bt.Assign(text.name, bt.Call(node.name))
            self._vocabulary.say(assign, "sent as a truth value")
            self._gathering.before[step].append(assign)
        return text

    def as_objects(self, values: bt.Reference, inner: str, beside: Mapping[str, Any], step: int) -> bt.Reference:
        """What holds an object for each of some values; *beside*: what all of them say as well."""
        entries = [f"{jmespath_name(inner)}: @"]
        entries += [f"{jmespath_name(name)}: {jmespath_literal(value)}" for name, value in beside.items()]
        made = bt.Source("json", (f"[].{{{', '.join(entries)}}}",), all=True)
        node = self._gathering.data(step, f"{values.name}_objects", bt.Data("", made, read_from(values)))
        name = self._vocabulary.variable(f"{values.name}_objects", step)
        self._gathering.before[step].append(bt.Assign(name, bt.Call(node.name)))
        return bt.Reference(name)

    def as_xml(self, value: bt.Expression, step: int, key: Key) -> bt.Reference:
        """What holds a value as it is written within XML, with what would be a tag in it escaped."""
        return self._written(value, step, f"{name_of_key(key) or 'text'}_xml", "xml_text(text)")

    def as_rison(self, value: bt.Expression, step: int, key: Key) -> bt.Reference:
        """What holds a value as it is written within a string of Rison, with what would end it escaped."""
        escaped = r"replace(replace(text, '!', '!!'), '\'', '!\'')"
        return self._written(value, step, f"{name_of_key(key) or 'text'}_text", escaped)

    def _written(self, value: bt.Expression, step: int, wanted: str, way: str) -> bt.Reference:
        """What holds a value as an expression of JMESPath writes its `text`."""
        written = bt.Source("json", (way,))
        given = bt.Attributes((bt.Attribute("text", as_value(value)),))
        node = self._gathering.data(step, wanted, bt.Data("", written, bt.Attributes((bt.Attribute("from", given),))))
        name = self._vocabulary.variable(wanted, step)
        self._gathering.before[step].append(bt.Assign(name, bt.Call(node.name)))
        return bt.Reference(name)

    def as_json(self, value: bt.Value, step: int, key: Key) -> bt.Reference:
        """What holds a value as JSON text, with all that stands in it escaped."""
        wanted = name_of_key(key) or "data"
        whole = bt.Data("", bt.Source("json", ("to_string(@)",)), bt.Attributes((bt.Attribute("from", value),)))
        node = self._gathering.data(step, wanted, whole)
        name = self._vocabulary.variable(wanted, step)
        self._gathering.before[step].append(bt.Assign(name, bt.Call(node.name)))
        return bt.Reference(name)


def may_be_text(value: Value | None, conclusion: Conclusion) -> bool:
    """Whether what is sent as a number may be a text in a tree: what is given, and what a page lists."""
    if not isinstance(value, Each):
        return not isinstance(value, (Beside, Taken))
    listed = next((found for found in conclusion.of(ListOf) if found.step == value.step), None)
    if listed is None:
        return False
    answer = conclusion.answers.get(listed.step)
    if listed.each.how != "json" or answer is None:
        return True
    return any(isinstance(entry, str) for entry in page_of(answer).elements(listed.each))
