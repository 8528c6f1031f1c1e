"""Properties of what is left, on random trees; `test_ranking` has the cases worked by hand."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import inf

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scrapy_bt.core.priority.layout import StepGraph
from scrapy_bt.core.priority.remainder import Remainder
from scrapy_bt.core.priority.weights import Weights
from scrapy_bt.core.tree import nodes
from scrapy_bt.core.tree import operations as op
from scrapy_bt.core.tree.program import Program

VISITS = "abcd"
X = nodes.Reference("x")
FORKS = (nodes.Async, nodes.Goroutine)
seconds = st.integers(0, 20).map(float)
some = settings(max_examples=settings().max_examples // 2)
"""Programs are compiled anew for each example, so there are fewer."""


def bodies(statements):
    return st.lists(statements, max_size=4).map(lambda some: nodes.Body(tuple(some)))


def statements(*, forks=(), shared=False):
    calls = st.sampled_from([*VISITS, *(["part"] if shared else [])]).map(nodes.Call)

    def extend(inner):
        body = bodies(inner)
        plain = (
            st.builds(nodes.Group, st.sampled_from(("and", "or", "serial")), body)
            | st.builds(nodes.If, st.just(X) | calls, body, st.none() | body)
            | st.builds(nodes.While, st.just(X) | calls, body)
        )
        return st.one_of(plain, *(st.builds(kind, body) for kind in forks))

    return st.recursive(calls | st.builds(nodes.End, st.booleans()), extend, max_leaves=12)


@dataclass(frozen=True)
class Case:
    """A program of `main` (and `part`, which it may call), with weights and rounds."""

    main: nodes.Body
    part: nodes.Body
    times: dict[str, float]
    rounds: float

    def measure(self, ready=()):
        visits = tuple(nodes.Visit(name, None, f"https://{name}.test") for name in VISITS)
        trees = (nodes.Tree("main", "and", (), self.main), nodes.Tree("part", "and", (), self.part))
        program = Program(nodes.Document((*visits, *trees, nodes.SharedNode("part"))))
        weights = Weights(self.times)
        for step in program.operations:
            if isinstance(step, op.LoopStart):
                weights.add_rounds(step.path, self.rounds)
        remainder = Remainder(StepGraph(program), weights, set(ready).__contains__)
        return program, remainder.rest, remainder.exits

    def start(self, ready=()):
        program, rest, _ = self.measure(ready)
        return rest[program.entry.index]


def cases(*, forks=FORKS):
    return st.builds(
        Case,
        bodies(statements(forks=forks, shared=True)),
        bodies(statements(forks=forks)),
        st.fixed_dictionaries(dict.fromkeys(VISITS, seconds)),
        st.sampled_from((0.0, 0.25, 1.0, 2.0, 3.5)),
    )


# The rule of each control node, told a second time: what it weighs if it succeeds, fails, or ends its tree


@dataclass(frozen=True)
class Weighed:
    success: float = -inf
    failure: float = -inf
    end: float = -inf

    @property
    def most(self):
        return max(self.success, self.failure, self.end)


def after(first, second):
    return -inf if -inf in (first, second) else first + second


def choose(*options):
    return Weighed(*(max(values) for values in zip(*((o.success, o.failure, o.end) for o in options), strict=True)))


def follow(before, then):
    """What comes to *before* seconds first."""
    return Weighed(after(before, then.success), after(before, then.failure), after(before, then.end))


class Reference:
    def __init__(self, case):
        self.case = case

    def block(self, kind, statements):
        if not statements:
            return Weighed(failure=0.0) if kind == "or" else Weighed(success=0.0)
        weighed = self.statement(statements[-1])
        if kind == "serial":
            weighed = Weighed(success=max(weighed.success, weighed.failure), end=weighed.end)
        for statement in reversed(statements[:-1]):
            first = self.statement(statement)
            stays = Weighed(end=first.end)
            if kind == "and":
                weighed = choose(follow(first.success, weighed), stays, Weighed(failure=first.failure))
            elif kind == "or":
                weighed = choose(follow(first.failure, weighed), stays, Weighed(success=first.success))
            else:
                weighed = choose(follow(max(first.success, first.failure), weighed), stays)
        return weighed

    def statement(self, statement):
        if isinstance(statement, nodes.Reference):
            return Weighed(0.0, 0.0)
        if isinstance(statement, nodes.End):
            return Weighed(end=0.0)
        if isinstance(statement, nodes.Call):
            if statement.node == "part":
                total = self.block("and", self.case.part.statements).most
                return Weighed(total, total)
            return Weighed(self.case.times[statement.node], self.case.times[statement.node])
        if isinstance(statement, nodes.Group):
            return self.block(statement.kind, statement.body.statements)
        body = self.block("and", statement.body.statements)
        condition = self.statement(statement.condition)
        if isinstance(statement, nodes.If):
            otherwise = Weighed(success=0.0)
            if statement.otherwise is not None:
                otherwise = self.block("and", statement.otherwise.statements)
            return choose(follow(condition.success, body), follow(condition.failure, otherwise))
        return self.repeat(condition, follow(condition.success, body))

    def repeat(self, condition, body):
        rounds = self.case.rounds
        one = max(body.success, 0.0)
        before, last = max(rounds - 1, 0.0) * one, min(rounds, 1.0)
        return Weighed(
            rounds * one + condition.failure,
            before + last * body.failure if body.failure > -inf else -inf,
            before + last * body.end if body.end > -inf else -inf,
        )


@some
@given(cases(forks=()))
def test_every_control_node_weighs_what_its_rule_says(case):
    assert case.start() == pytest.approx(Reference(case).block("and", case.main.statements).most)


# Properties


def insert(body, place, statement):
    """*body* with *statement* at one of its places, in pre-order; none if there are not so many places."""

    def into(node, left):
        if isinstance(node, nodes.Body):
            for index in range(len(node.statements) + 1):
                if left == 0:
                    return replace(node, statements=(*node.statements[:index], statement, *node.statements[index:])), -1
                left -= 1
                if index < len(node.statements):
                    inner, left = into(node.statements[index], left)
                    if left < 0:
                        changed = (*node.statements[:index], inner, *node.statements[index + 1 :])
                        return replace(node, statements=changed), -1
            return node, left
        for name in ("body", "otherwise"):
            part = getattr(node, name, None)
            if part is not None:
                inner, left = into(part, left)
                if left < 0:
                    return replace(node, **{name: inner}), -1
        return node, left

    changed, left = into(body, place)
    return changed if left < 0 else None


@some
@given(cases(), st.integers(0, 12), st.sampled_from(VISITS), st.booleans())
def test_adding_a_node_never_lowers_what_is_left(case, place, name, in_part):
    body = insert(case.part if in_part else case.main, place, nodes.Call(name))
    if body is not None:
        more = replace(case, part=body) if in_part else replace(case, main=body)
        assert more.start() >= case.start() - 1e-9


@some
@given(cases(), st.sampled_from(VISITS), seconds)
def test_a_heavier_node_never_lowers_what_is_left(case, name, more):
    heavier = replace(case, times={**case.times, name: case.times[name] + more})
    assert heavier.start() >= case.start() - 1e-9


@some
@given(cases())
def test_more_rounds_never_lower_what_is_left(case):
    assert replace(case, rounds=case.rounds + 1).start() >= case.start() - 1e-9


@some
@given(cases())
def test_what_is_done_weighs_nothing(case):
    """On the way from step to step the rest never rises, but where a further round begins."""
    program, rest, exits = case.measure()
    for step in program.operations:
        if not isinstance(step, op.LoopHead):
            own = case.times[step.name] if isinstance(step, op.FetchPage) else 0.0
            assert all(rest[end] + own <= rest[step.index] + 1e-9 for end in exits[step.index]), step.path


@some
@given(cases())
def test_at_the_end_of_a_tree_nothing_is_left(case):
    program, rest, _ = case.measure()
    assert all(rest[step.index] == 0 for step in program.operations if isinstance(step, op.Leave))
    assert min(rest) >= 0


@some
@given(cases(), bodies(statements()))
def test_of_a_ready_value_it_makes_no_difference_how_it_was_made(case, part):
    number = case.start(ready=("part",))
    assert number == replace(case, part=part).start(ready=("part",))
    assert number <= replace(case, part=nodes.Body()).start() + 1e-9


@some
@given(cases())
def test_async_branches_weigh_nothing(case):
    def emptied(body):
        changed = tuple(
            nodes.Async(nodes.Body()) if isinstance(statement, nodes.Async) else statement
            for statement in body.statements
        )
        return replace(body, statements=changed)

    assert replace(case, main=emptied(case.main)).start() == case.start()


@some
@given(cases(forks=()), seconds)
def test_without_branches_the_number_scales_with_the_weights(case, factor):
    scaled = replace(case, times={name: factor * time for name, time in case.times.items()})
    assert scaled.start() == pytest.approx(factor * case.start())
