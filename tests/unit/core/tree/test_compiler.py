"""Trees come down to steps with two exits that do what the tree says."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapy_bt.core.language.parser import parse
from scrapy_bt.core.tree import effects as ef
from scrapy_bt.core.tree import nodes
from scrapy_bt.core.tree import operations as op
from scrapy_bt.core.tree.compiler import compile_document
from scrapy_bt.core.tree.program import Program
from tests.crawls import crawl
from tests.literal import Evaluator
from tests.programs import Author, some
from tests.trees import NODES, program


def paths(text: str) -> list[str]:
    return [step.path for step in program(text).operations if not step.path.endswith((".success", ".failure"))]


def test_steps_are_named_after_what_they_stand_for() -> None:
    assert paths("main :: and { x = 1 :page if x == 1 { :page } while y = :links { :one } goroutine { :two } }") == [
        "main/goroutine/two",
        "main/goroutine",
        "main/while/.done",
        "main/while/.broken",
        "main/while/.round",
        "main/while/one",
        "main/while/.next",
        "main/while",
        "main/while/links",
        "main/if/page",
        "main/if.test",
        "main/page",
        "main/x=",
    ]


def test_resources_and_tables_have_steps_of_their_own() -> None:
    text = "[[ part ]] (( part )) part :: and { } state page { 403 = :part } main :: and { :page }"
    assert paths(text) == [
        "main/page",
        "main/page/403/part.gave_up",
        "main/page/403/part.made",
        "main/page/403/part.failed",
        "main/page/403/part.free",
        "main/page/403/part.free.failed",
        "main/page/403/part",
        "main/page/403/part.hold",
        "main/page/403/part.share",
        "main/page/403/part.forget",
    ]


def test_paths_and_ids_are_unique() -> None:
    a_program = program("main :: and { :page :page x = !:page x = :page == :page :page | :page }")
    names = [step.path for step in a_program.operations]
    assert len(set(names)) == len(names) == len(a_program.by_id) == len(a_program.by_path)
    assert all(a_program.by_id[step.id] is step for step in a_program.operations)
    assert [step.index for step in a_program.operations] == list(range(len(names)))


@given(st.integers(0, 2**32).map(Author))
@some(30)
def test_exits_stand_before_their_steps_but_for_the_heads_of_loops(author: Author) -> None:
    for step in author.program().operations:
        exits = [step.yes, step.no] if isinstance(step, op.Action) else list(step.exits())
        later = [target for target in exits if target.index >= step.index]
        assert all(isinstance(target, op.LoopHead) for target in later) or isinstance(step, op.LoopHead)


def test_a_loop_knows_its_last_step() -> None:
    a_program = program("main :: and { while a { while b { :one } :two } :three }")
    outer, inner = (a_program.by_path[f"main/{path}/.round"] for path in ("while", "while/while"))
    assert isinstance(outer, op.LoopHead)
    assert isinstance(inner, op.LoopHead)
    assert inner.index < inner.last < outer.last < a_program.by_path["main/while"].index
    assert a_program.operations[outer.last].path.startswith("main/while")


def test_calls_know_where_their_trees_begin_even_if_they_are_compiled_later() -> None:
    code, routines = compile_document(parse(NODES + "main :: and { :part } part :: and { :part :one }"))
    enters = [step for step in code.operations if isinstance(step, op.Enter)]
    assert [enter.entry for enter in enters] == [routines["part"].entry] * 2


@pytest.mark.parametrize(
    ("text", "requires"),
    [("(( page = 2 )) main :: and { :page }", "page"), ("main :: and { :page }", "")],
)
def test_a_competing_visit_requires_its_resource(text: str, requires: str) -> None:
    (fetch,) = (step for step in program(text).operations if isinstance(step, op.FetchPage))
    assert fetch.requires == requires
    assert not [step for step in program(text).operations if isinstance(step, op.AcquirePermit)]


def test_tables_become_moves() -> None:
    text = "state page { timeout | 5xx = wait 3 5s 404 = end 403 = :other any = wait } main :: and { :page }"
    (fetch, *_) = (step for step in program(text).operations if isinstance(step, op.FetchPage))
    moves = dict(fetch.moves)
    assert isinstance(moves.pop("403"), op.Remedy)
    assert moves == {"timeout": op.Retry(3, 5.0), "5xx": op.Retry(3, 5.0), "404": "end", "any": op.Retry(None, None)}


# The language read literally


class PlainAuthor(Author):
    """Writes trees without visits, branches and Python."""

    def _data(self) -> nodes.Call:
        return self._source() if self.random() < 0.3 else nodes.Call(self.choice(("d0", "d2", "d2")))

    def _source(self) -> nodes.Call:
        while True:  # on a variable, as there are no pages
            call = super()._source()
            if call.inline is not None and call.inline.attributes is not None:
                return call

    def _call(self, trees: tuple[str, ...]) -> nodes.Call:
        call = super()._call(trees)
        known = (*trees, "d0", "d2")
        is_source = isinstance(call.inline, nodes.Data)
        return call if is_source or call.node in known else nodes.Call("i0")

    def _statement(self, trees: tuple[str, ...], depth: int) -> nodes.Statement:
        statement = super()._statement(trees, depth)
        if isinstance(statement, (nodes.Async, nodes.Goroutine)):
            return nodes.Group("serial", statement.body)
        if isinstance(statement, nodes.ChangeState):
            return nodes.Assign("x", nodes.Literal("text"))
        return statement

    def _at_once(self, trees: tuple[str, ...], names: tuple[str, ...] = ()) -> nodes.Goroutine:
        return nodes.Goroutine(nodes.Body((self._logical(trees), self._item())), "serial")

    def _move(self) -> nodes.Move:
        return nodes.Move(self.choice(("true", "false", "end")))

    def program(self) -> Program:
        entries = [
            entry
            for entry in super().program().document.entries
            if not isinstance(entry, (nodes.SharedNode, nodes.Visit))
        ]
        trees = [self._without_visits(entry) if isinstance(entry, nodes.Tree) else entry for entry in entries]
        return Program(nodes.Document(tuple(trees)), name="crawl")

    def _without_visits(self, tree: nodes.Tree) -> nodes.Tree:
        statements = tuple(one for one in tree.body.statements if one != nodes.Call("v0"))
        return nodes.Tree(tree.name, tree.kind, tree.parameters, nodes.Body(statements))


@given(st.integers(0, 2**32).map(PlainAuthor), st.sampled_from((1, 7, 1000)))
@some(120)
def test_steps_do_what_the_tree_says_read_literally(author: PlainAuthor, budget: int) -> None:
    a_program = author.program()
    evaluator = Evaluator(a_program.document)
    success = evaluator.run()
    stage = crawl(a_program, (), step_budget=budget)
    while stage.go_on():
        pass
    said: list[Any] = [(line.effect.node, line.effect.record) for line in stage.log if isinstance(line.effect, ef.Emit)]
    assert [repr(line) for line in said] == [repr(line) for line in evaluator.said]
    assert [line.effect.success for line in stage.log if isinstance(line.effect, ef.Finished)] == [success]
