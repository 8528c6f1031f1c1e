"""The nodes that the rules of `bt.lark` make: one method a rule, called with everything that the rule matched."""

from __future__ import annotations

from lark import Token

from ...errors import Place
from ...sentences import say
from ...settings.healingmodes import HEALING_MODES
from ..tree import nodes
from .expression_builder import REPORT, Children, ExpressionBuilder, in_field, read_number, span, text_of
from .strings import read_string


class Builder(ExpressionBuilder):
    """Makes a node of each rule's children; a method bears the name of its rule."""

    def document(self, children: Children) -> nodes.Document:
        return nodes.Document(
            tuple(children), place=span(children) if children else Place(REPORT.get().file, 1, 1, 1, 1)
        )

    # Declarations and entries

    def visit(self, children: Children) -> nodes.Visit:
        name, _, _, method, url, attributes = children
        text = None if url is None else text_of(url)
        return nodes.Visit(str(name), None if method is None else str(method), text, attributes, place=span(children))

    def data(self, children: Children) -> nodes.Data:
        name, _, _, source, attributes = children
        return nodes.Data(str(name), source, attributes, place=span(children))

    def item(self, children: Children) -> nodes.Item:
        name, _, _, _, each, _, *fields, _ = children
        return nodes.Item(str(name), each, tuple(fields), place=span(children))

    def field(self, children: Children) -> nodes.Field:
        name, _, value = children
        return nodes.Field(str(name), in_field(value), place=span(children))

    def tree(self, children: Children) -> nodes.Tree:
        name, _, kind, *rest, body = children
        parameters = tuple(child for child in rest if isinstance(child, nodes.Parameter))
        return nodes.Tree(str(name), _block_kind(kind), parameters, body, self._within(rest), place=span(children))

    def _within(self, children: Children) -> nodes.Duration | None:
        tokens = (child for child in children if isinstance(child, Token) and child.type == "DURATION")
        return next((self.duration([token]) for token in tokens), None)

    def parameter(self, children: Children) -> nodes.Parameter:
        name, _, default = children
        return nodes.Parameter(str(name), default, place=span(children))

    def shared(self, children: Children) -> nodes.SharedNode:
        _, name, _, ttl, _ = children
        return nodes.SharedNode(str(name), None if ttl is None else self.duration([ttl]), place=span(children))

    def competing(self, children: Children) -> nodes.Competing:
        _, name, _, limit, _ = children
        return nodes.Competing(str(name), None if limit is None else _whole(limit), place=span(children))

    def states(self, children: Children) -> nodes.States:
        names = (str(child) for child in children if isinstance(child, Token) and child.type == "NAME")
        rows = (child for child in children if isinstance(child, nodes.StateRow))
        return nodes.States(tuple(names), tuple(rows), place=span(children))

    def include(self, children: Children) -> nodes.Include:
        place = span([children[1]])
        file = read_string(str(children[1]), place)
        if not isinstance(file, str):
            REPORT.get().add(
                "include-form",
                place,
                say("a file that is included has a fixed name"),
                say('write `include "login.bt"`'),
            )
            file = str(children[1])[1:-1]
        return nodes.Include(file, place=span(children))

    def heal(self, children: Children) -> nodes.Heal:
        _, *names, _, mode = children
        if mode not in HEALING_MODES:
            message = say("`{}` is no way of healing", str(mode))
            REPORT.get().add("unknown-healing", span([mode]), message, say("write off, watch, review or auto"))
        named = (str(name) for name in names if isinstance(name, Token) and name.type == "NAME")
        return nodes.Heal(str(mode), tuple(named), place=span(children))

    def row(self, children: Children) -> nodes.StateRow:
        *outcomes, _, move = children
        return nodes.StateRow(tuple(map(str, outcomes[::2])), move, place=span(children))

    def wait(self, children: Children) -> nodes.Wait:
        _, times, delay = children
        return nodes.Wait(
            None if times is None else _whole(times),
            None if delay is None else self.duration([delay]),
            place=span(children),
        )

    def move(self, children: Children) -> nodes.Move:
        name = next(name for name in nodes.MOVE_NAMES if name == children[0])
        return nodes.Move(name, place=span(children))

    # Statements

    def body(self, children: Children) -> nodes.Body:
        return nodes.Body(tuple(children[1:-1]), place=span(children))

    tree_body = body

    def assign(self, children: Children) -> nodes.Assign:
        name, _, value = children
        return nodes.Assign(str(name), value, place=span(children))

    def take(self, children: Children) -> nodes.Take:
        name, _, value = children
        return nodes.Take(str(name), value, place=span(children))

    def loop(self, children: Children) -> nodes.While:
        _, condition, body = children
        return nodes.While(condition, body, place=span(children))

    def choice(self, children: Children) -> nodes.If:
        _, condition, body, _, otherwise = children
        return nodes.If(condition, body, otherwise, place=span(children))

    def group(self, children: Children) -> nodes.Group:
        kind, *rest, body = children
        return nodes.Group(_block_kind(kind), body, self._within(rest), place=span(children))

    def apart(self, children: Children) -> nodes.Async:
        return nodes.Async(children[1], place=span(children))

    def goroutine(self, children: Children) -> nodes.Goroutine:
        _, *kind, body = children
        return nodes.Goroutine(body, _block_kind(kind[0]) if kind else None, self._within(kind), place=span(children))

    def change(self, children: Children) -> nodes.ChangeState:
        return nodes.ChangeState(str(children[1]), place=span(children))

    def end(self, children: Children) -> nodes.End:
        return nodes.End(children[1] is None, place=span(children))

    def leave(self, children: Children) -> nodes.Break:
        return nodes.Break(place=span(children))

    def print(self, children: Children) -> nodes.Print:
        kind = nodes.Warn if children[0].type == "WARN" else nodes.Print
        return kind(text_of(children[1]), place=span(children))


def _block_kind(word: str) -> nodes.BlockKind:
    return next(kind for kind in nodes.BLOCK_KINDS if kind == word)


def _whole(token: Token) -> int:
    return int(read_number(str(token), span([token])))
