"""Crawls for property tests: programs that end, made at random from a number, and what a site answers to them."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from hypothesis import Phase, settings
from hypothesis import strategies as st

from scrapy_bt.core.tree import nodes
from scrapy_bt.core.tree.inline import name_inline
from scrapy_bt.core.tree.program import Program
from scrapy_bt.testing.answers import VisitAnswer, dns, page, refused, status, timeout

VARIABLES = ("x", "y", "z")
VISITS = ("v0", "v1", "v2")
DATA = ("d0", "d1", "d2", "p0", "p1", "p2")
ITEMS = ("i0", "i1")
TREES = ("t0", "t1", "t2")


def _fail(_response: Any, _context: Mapping[str, Any]) -> None:
    raise LookupError("nothing there")


async def _wait(_response: Any, context: Mapping[str, Any]) -> list[Any]:
    return [len(context), {"a": (1, 2)}]


FUNCTIONS = {
    "f:see": lambda response, context: [response and response.url, *(str(context[name]) for name in sorted(context))],
    "f:fail": _fail,
    "f:wait": _wait,
}
_X = nodes.Reference("x")
_TOKEN = nodes.Attribute("token", nodes.Source("css", ("i::text",)))
_HERE = nodes.Attribute("here", nodes.Reference("page", ("url",)))
LEAVES: tuple[nodes.Entry, ...] = (
    nodes.Visit("v0", None, "https://site.test/v0"),
    nodes.Visit("v1", None, nodes.Template(("https://site.test/v1/", _X))),
    nodes.Visit("v2", "POST", "/v2", nodes.Attributes((nodes.Attribute("form", nodes.Attributes((_TOKEN, _HERE))),))),
    nodes.Data("d0", nodes.Source("css", ("i::text", "b::text"))),
    nodes.Data("d1", nodes.Source("css", (nodes.Template((_X,)),), kind="number")),
    nodes.Data(
        "d2",
        nodes.Source("re", ("(.)",)),
        nodes.Attributes((nodes.Attribute("from", _X), nodes.Attribute("default", _X))),
    ),
    nodes.Data("p0", nodes.Source("python", ("f:see",))),
    nodes.Data("p1", nodes.Source("python", ("f:fail",))),
    nodes.Data(
        "p2",
        nodes.Source("python", ("f:wait",)),
        nodes.Attributes((nodes.Attribute("a", nodes.Source("css", ("b::text",))),)),
    ),
    nodes.Item("i0", None, (nodes.Field("x", _X), nodes.Field("d", nodes.Call("d0")))),
    nodes.Item(
        "i1",
        nodes.Source("css", ("p",)),
        (nodes.Field("t", nodes.Source("css", ("::text",), all=True)), nodes.Field("y", _X)),
    ),
)


class Author(Random):
    """Writes trees that call only those after them, so that they end; state tables may call any."""

    def program(self) -> Program:
        """A whole file."""
        entries = list(LEAVES)
        for index, name in enumerate(("main", *TREES)):
            parameters = () if name == "main" else (nodes.Parameter("x"), nodes.Parameter("y", self._default()))
            kind = self.choice(("serial", "serial", "and", "or")) if parameters else "serial"
            body = self._body(TREES[index:], 2, 5)
            if not parameters:
                body = nodes.Body((nodes.Assign("x", nodes.Literal(1)), nodes.Call("v0"), *body.statements))
            entries.append(nodes.Tree(name, kind, parameters, body))
        names = (*VISITS, *DATA, *ITEMS, *TREES)
        entries += [self._table(name) for name in names if self.random() < 0.3]
        entries += [nodes.SharedNode(name, nodes.Duration(9.0)) for name in names if self.random() < 0.15]
        entries += [nodes.Competing(name, 1) for name in names if self.random() < 0.15]
        if self.random() < 0.3:
            entries.append(self._table(*self.sample((*VISITS, *DATA), 2)))
        if self.random() < 0.3:
            entries.append(self._table())
        return Program(name_inline(nodes.Document(tuple(entries))), name="crawl")

    # Expressions

    def _default(self) -> nodes.Expression | None:
        return self._plain(1) if self.random() < 0.5 else None

    def _plain(self, depth: int = 2) -> nodes.Expression:
        kind = self.random() if depth else 0.7 * self.random()
        if kind < 0.3:
            return nodes.Literal(self.choice((0, 1, 2.5, "", "a", "7", True, False, None)))
        if kind < 0.46:
            return nodes.Reference(self.choice(VARIABLES), self.choice(((), (), (), ("0",))))
        if kind < 0.5:
            return nodes.Conversion(nodes.Reference(self.choice(VARIABLES)), self.choice(("number", "text", "json")))
        if kind < 0.6:
            return nodes.Reference("page", self.choice((("url",), ("status",), ("headers", "x"))))
        if kind < 0.7:
            return nodes.Template(("<", nodes.Reference(self.choice(VARIABLES)), ">"))
        if kind < 0.77:
            return nodes.Unary(self.choice("!-"), self._plain(depth - 1))
        if kind < 0.8:
            return nodes.ListValue(tuple(self._plain(depth - 1) for _ in range(self.randrange(3))))
        operator = self.choice(("|", "&", "==", "!=", "<", ">=", "+", "-", "*", "/", "%"))
        return nodes.Binary(operator, self._plain(depth - 1), self._plain(depth - 1))

    def _data(self) -> nodes.Call:
        if self.random() < 0.25:
            return self._source()
        return nodes.Call(self.choice(DATA))

    def _source(self) -> nodes.Call:
        """In place, on the page or on a variable."""
        if self.random() < 0.5:
            source = nodes.Source("css", ("i::text",), self.random() < 0.5, self.choice((None, "number")))
            return nodes.Call("", inline=nodes.Data("", source))
        origin = nodes.Attributes((nodes.Attribute("from", nodes.Reference(self.choice(VARIABLES))),))
        return nodes.Call("", inline=nodes.Data("", nodes.Source("re", ("(.)",), self.random() < 0.5), origin))

    def _call(self, trees: tuple[str, ...]) -> nodes.Call:
        kind = self.random()
        if kind < 0.3 and trees:
            arguments = [self._data() if self.random() < 0.3 else self._plain() for _ in range(self.randrange(3))]
            named = []
            if arguments and self.random() < 0.4:
                named.append(nodes.NamedArgument(("x", "y")[len(arguments) - 1], arguments.pop()))
            return nodes.Call(self.choice(trees), tuple(arguments), tuple(named))
        if kind < 0.5:
            return nodes.Call(self.choice(VISITS))
        if kind < 0.6:
            return nodes.Call("", inline=nodes.Visit("", None, nodes.Template(("https://site.test/in/", _X))))
        return self._data() if kind < 0.8 else nodes.Call(self.choice(ITEMS))

    def _value(self) -> nodes.Expression:
        kind = self.random()
        if kind < 0.4:
            return self._plain()
        if kind < 0.7:
            return self._data()
        sides = (self._data() if self.random() < 0.7 else self._plain() for _ in range(2))
        return nodes.Binary(self.choice(("|", "&", "+", "==", "<")), *sides)

    def _logical(self, trees: tuple[str, ...]) -> nodes.Expression:
        kind = self.random()
        if kind < 0.6:
            return self._call(trees)
        if kind < 0.7:
            return self._value()
        if kind < 0.8:
            return nodes.Unary("!", self._call(trees))
        sides = (self._call(trees) if self.random() < 0.7 else self._plain() for _ in range(2))
        return nodes.Binary(self.choice("|&"), *sides)

    def _condition(self, trees: tuple[str, ...]) -> nodes.Condition:
        if self.random() < 0.3:
            return nodes.Take(self.choice(VARIABLES), self._data() if self.random() < 0.6 else self._value())
        return self._logical(trees)

    # Statements

    def _body(self, trees: tuple[str, ...], depth: int, longest: int = 3) -> nodes.Body:
        return nodes.Body(tuple(self._statement(trees, depth) for _ in range(self.randint(0, longest))))

    def _statement(self, trees: tuple[str, ...], depth: int) -> nodes.Statement:  # noqa: PLR0911 - one for each class
        kind = self.random() if depth else 0.55 * self.random()
        if kind < 0.25:
            return self._logical(trees)
        if kind < 0.28:
            return self._item()
        if kind < 0.3:
            return nodes.Print(nodes.Template(("x is ", _X)))
        if kind < 0.5:
            return nodes.Assign(self.choice(VARIABLES), self._value())
        if kind < 0.53:
            return nodes.ChangeState(self.choice(("wait", "wait", "wait", "pause", "stop")))
        if kind < 0.55:
            return nodes.End(self.random() < 0.5)
        body = self._body(trees, depth - 1)
        if kind < 0.62:
            return self._counted(trees, depth, body)
        if kind < 0.68:
            return nodes.While(nodes.Take(self.choice(VARIABLES), self._listed()), self._leaving(body))
        if kind < 0.76:
            return nodes.If(self._condition(trees), body, self._body(trees, depth - 1) if kind < 0.72 else None)
        if kind < 0.82:
            return self._at_once(trees)
        if kind < 0.92:
            return nodes.Goroutine(body) if kind < 0.88 else nodes.Async(body)
        return nodes.Group(self.choice(("serial", "and", "or")), body)

    def _at_once(self, trees: tuple[str, ...], names: tuple[str, ...] = VARIABLES) -> nodes.Goroutine:
        """Statements that run at the same time, each with variables of its own to assign."""
        kind = self.choice(("serial", "and", "or"))
        within = nodes.Duration(1.0) if self.random() < 0.1 else None
        if trees and self.random() < 0.3:  # what trees assign is theirs alone
            statements = [nodes.Group("and", nodes.Body((self._logical(trees),))), nodes.Call("v0"), self._item()]
            return nodes.Goroutine(nodes.Body(tuple(statements)), kind, within)
        used = self.randint(0, len(names))
        statements = [self._part(name, names[used:] if number == 0 else ()) for number, name in enumerate(names[:used])]
        return nodes.Goroutine(nodes.Body(tuple(statements)), kind, within)

    def _part(self, name: str, more: tuple[str, ...]) -> nodes.Statement:
        """One of them, which assigns *name*; with the names of *more* a group of its own may be in it, or a loop."""
        inner: list[nodes.Statement] = []
        if more and self.random() < 0.5:
            inner.append(self._at_once((), more))
        elif self.random() < 0.3:
            inner.append(nodes.While(nodes.Take(name, self._data()), nodes.Body((nodes.Call("v1"),))))
        elif self.random() < 0.2:
            inner.append(nodes.Goroutine(nodes.Body((nodes.Call("v0"), self._item()))))
        return nodes.Group("and", nodes.Body((self._logical(()), *inner, nodes.Assign(name, self._value()))))

    def _counted(self, trees: tuple[str, ...], depth: int, body: nodes.Body) -> nodes.Statement:
        """`n = 0 while n < 2 [& …] { n = n + 1 … }`: whatever else happens in it, it ends."""
        counter = nodes.Reference(f"n{len(trees)}{depth}")  # each tree has its own: what it assigns goes to its caller
        few: nodes.Expression = nodes.Binary("<", counter, nodes.Literal(2))
        if self.random() < 0.5:
            few = nodes.Binary("&", few, self._logical(trees))
        count = nodes.Assign(counter.name, nodes.Binary("+", counter, nodes.Literal(1)))
        loop = nodes.While(few, self._leaving(nodes.Body((count, *body.statements))))
        return nodes.Group("and", nodes.Body((nodes.Assign(counter.name, nodes.Literal(0)), loop)))

    def _listed(self) -> nodes.Expression:
        return self._data() if self.random() < 0.6 else self._value()

    def _leaving(self, body: nodes.Body) -> nodes.Body:
        """Sometimes the last round is left early."""
        if self.random() < 0.7:
            return body
        leave = nodes.If(self._plain(), nodes.Body((nodes.Break(),)))
        return nodes.Body((*body.statements, leave, nodes.Assign("z", nodes.Literal("left"))))

    def _item(self) -> nodes.Call:
        """A record in place."""
        fields = (nodes.Field("x", _X), nodes.Field("y", self._plain()), nodes.Field("s", self._source()))
        return nodes.Call("", inline=nodes.Item("", None, fields))

    # State tables

    def _table(self, *names: str) -> nodes.States:
        outcomes = self.sample(("404", "5xx", "timeout", "empty", "error", "any"), self.randint(1, 3))
        return nodes.States(names, tuple(nodes.StateRow((outcome,), self._move()) for outcome in outcomes))

    def _move(self) -> nodes.Wait | nodes.Move | nodes.Call:
        kind = self.random()
        if kind < 0.4:
            return nodes.Wait(self.choice((None, 0, 1, 2)), nodes.Duration(1.5) if self.random() < 0.5 else None)
        if kind < 0.7:
            return nodes.Move(self.choice(("pause", "stop", "end", "true", "true", "false")))
        return self._call(TREES)

    # The site

    def answer(self) -> VisitAnswer:
        """What a site may answer."""
        kind = self.random()
        if kind < 0.7:
            body = self.choice(("", "<p>1<p>2 <i>3</i>", "<i>a</i><i>b</i>", "<b>x</b>", "{}"))
            return page(body, status=self.choice((200, 200, 200, 404)), headers={"X": "h"})
        if kind < 0.85:
            return status(self.choice((500, 503, 302)))
        return self.choice((timeout(), dns(), refused()))


class AuthorOfGroups(Author):
    """Every other statement that may hold others is a group whose statements run at the same time."""

    def _statement(self, trees: tuple[str, ...], depth: int) -> nodes.Statement:
        return self._at_once(trees) if depth and self.random() < 0.5 else super()._statement(trees, depth)


def authors() -> st.SearchStrategy[Author]:
    """Each writes one crawl; what fails can be written again from the number."""
    return st.integers(0, 2**32 - 1).map(Author)


def some(examples: int) -> settings:
    """Settings for tests with authors; a number is not made simpler by being made smaller."""
    return settings(max_examples=examples, phases=(Phase.explicit, Phase.reuse, Phase.generate))
