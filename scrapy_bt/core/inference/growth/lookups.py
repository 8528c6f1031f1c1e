"""What is had by what it is called: the page that tells it is asked, or the list of choices as it was recorded."""

from __future__ import annotations

from collections.abc import Mapping

from ...tree import nodes as bt
from ..answers.values import Argument, Called, SentChoice
from ..conclusion import Given
from .scopes import Scopes
from .vocabulary import Vocabulary

_Statements = Mapping[int, list[bt.Statement]]
"""By step; each has a list."""


class Lookups:
    """Writes what looks up; what is none of the choices is told."""

    def __init__(
        self,
        vocabulary: Vocabulary,
        scopes: Scopes,
        nodes: Mapping[int, list[bt.Data]],
        before: _Statements,
        after: _Statements,
    ) -> None:
        self._vocabulary, self._scopes = vocabulary, scopes
        self._nodes, self._before, self._after = nodes, before, after
        self._found: dict[tuple[int, Called, str | None], bt.Reference] = {}
        self._chosen: dict[tuple[int, SentChoice], bt.Reference] = {}

    def found(self, value: Called, wanted: str, kind: str | None, evidence: str) -> bt.Reference:
        """What holds what the page of a step has for a name that is given."""
        origin = self._scopes.named(value.step)
        if (origin, value, kind) in self._found:
            return self._found[origin, value, kind]
        given = self._given(value.name)
        code = self.coded(given.name, value.coding, origin)
        self._after[origin].append(code)
        parts: list[str | bt.Reference] = [value.pieces[0]]
        for piece in value.pieces[1:]:
            parts += [bt.Reference(code.name), piece]
        name = self._vocabulary.variable(f"{wanted}_chosen", origin)
        source = bt.Source(value.how, (bt.Template(tuple(parts)),), kind=kind)
        node = bt.Data(self._vocabulary.node(wanted, origin), source)
        self._nodes[origin].append(node)
        self._vocabulary.say(node, evidence)
        how = ": it is sent as it is" if value.or_given else ""
        none = "no single entry" if value.is_of_one else "nothing"
        told = bt.Warn(bt.Template((f"{none} there is called “", given, f"”{how}")))
        instead = bt.Assign(name, given) if value.or_given else bt.End(success=False)
        self._after[origin].append(_or_told(bt.Assign(name, bt.Call(node.name)), told, instead))
        self._found[origin, value, kind] = bt.Reference(name)
        return bt.Reference(name)

    def chosen(self, value: SentChoice, step: int, wanted: str, evidence: str) -> bt.Reference:
        """What holds what is sent for a choice that is given, by the list as it was recorded."""
        if (step, value) in self._chosen:
            return self._chosen[step, value]
        given = self._given(value.name)
        name = self._vocabulary.variable(f"{wanted or given.name}_chosen", step)
        choices = bt.Attributes(tuple(bt.Attribute(label, bt.Literal(sent)) for label, sent in value.choices))
        read = bt.Attributes((bt.Attribute("name", given), bt.Attribute("choices", choices)))
        source = bt.Source("json", ("chosen(choices, name)",))
        node = bt.Data(self._vocabulary.node(name, step), source, bt.Attributes((bt.Attribute("from", read),)))
        self._nodes[step].append(node)
        self._vocabulary.say(node, evidence, above=True)
        told = bt.Warn(bt.Template(("no choice was called “", given, "”: it is sent as it is")))
        self._before[step].append(_or_told(bt.Assign(name, bt.Call(node.name)), told, bt.Assign(name, given)))
        self._chosen[step, value] = bt.Reference(name)
        return bt.Reference(name)

    def coded(self, name: str, coding: str, step: int) -> bt.Assign:
        """What writes a name that is given so that it may have any signs, by the JMESPath *coding*."""
        given = bt.Attributes((bt.Attribute("name", bt.Reference(name)),))
        attributes = bt.Attributes((bt.Attribute("from", given),))
        node = bt.Data(self._vocabulary.node(f"{name}_coded", step), bt.Source("json", (coding,)), attributes)
        self._nodes[step].append(node)
        self._vocabulary.say(node, "coded, as the name may have any signs", above=True)
        return bt.Assign(self._vocabulary.variable(f"{name}_code", step), bt.Call(node.name))

    def _given(self, argument: Argument) -> bt.Reference:
        return bt.Reference(self._vocabulary.argument(Given(argument.name, is_secret=argument.is_secret)))


def _or_told(found: bt.Assign, told: bt.Warn, instead: bt.Statement) -> bt.Group:
    """What is found; where nothing is, that is told, and something else done."""
    return bt.Group("or", bt.Body((found, bt.Group("and", bt.Body((told, instead))))))
