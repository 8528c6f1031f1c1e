"""Which variables and page values are needed where (language.md: "A task carries on only the variables …")."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapy_bt.core.tree import operations as op
from scrapy_bt.core.tree.program import Program
from scrapy_bt.core.tree.references import EVERY, FORGETS, PAGE
from tests.crawls import crawl, said_by
from tests.programs import Author, authors, some
from tests.trees import program


def live(text: str, path: str) -> set[str]:
    """What is needed from a step on, without the counters of loops."""
    return {name for name in program(text).by_path[path].live if name[0] != "%"}


@pytest.mark.parametrize(
    ("text", "path", "names"),
    [
        ("main :: and (a, b) { :page x = a :said }", "main/page", {"a"}),
        ("main :: and (a, b) { :page a = 1 x = a :said }", "main/page", set()),
        ("main :: and (a, b) { :page if a > 1 { x = b :said } else { x = 1 :said } }", "main/page", {"a", "b"}),
        ("main :: and (a) { :page while a > 0 { :other a = a - 1 } }", "main/while/other", {"a"}),
        ("main :: and (a) { :page goroutine { x = a :said } }", "main/page", {"a"}),
        ("main :: and (a) { :page async { :other x = a :said } }", "main/page", {"a"}),
        ("main :: and (a, b) { :page goroutine { :other x = a :said } x = b :said }", "main/goroutine/other", {"a"}),
        ("main :: and (a, b) { or { :page x = a } x = b :said }", "main/or/page", {"a", "b"}),
        ("main :: and { :page :title :other :links }", "main/page", set()),
        ("main :: and { :page :title :other :links }", "main/title", {"@title"}),
        ("main :: and { :page :title :other :links }", "main/links", {"@links"}),
        ("main :: and (a) { :page x = a + :title :said }", "main/x=/title", {"a", "@title"}),
        ("main :: and (a) { :about :one }", "main/about", {"link"}),
        ('go :: visit "{link}" main :: and (link) { :page :go }', "main/go", {"link", "@go.page.base"}),
        ('it :: data css ".{a}" main :: and (a) { :page :two :it }', "main/two", {"a", PAGE}),
        ('it :: data python "f:f" main :: and (a) { :page :two :it }', "main/two", {EVERY, PAGE}),
        ('it :: data python "f:f" { b = a } main :: and (a) { :page :two :it }', "main/two", {"a", PAGE}),
        ('it :: data css "b" as url { from = a } main :: and (a) { :page :two :it }', "main/two", {"a", "page.base"}),
        ("main :: and { :page state wait x = page.headers.etag :said }", "main/wait", {"page.headers.etag"}),
        ("main :: and (a) { :page x = now + a :said }", "main/page", {"a"}),
    ],
)
def test_what_is_needed_within_a_tree(text: str, path: str, names: set[str]) -> None:
    assert live(text, path) == names


@pytest.mark.parametrize(
    ("text", "path", "names"),
    [
        ("part :: and (a) { :page x = a + b :said } main :: and (a, b) { :part(1) }", "main/part", {"b"}),
        ("part :: and (a) { :page } main :: and (a, b) { :part }", "main/part", {"a"}),
        ("part :: and (a = d) { :page } main :: and (b, d) { :part }", "main/part", {"a", "d"}),
        ("part :: and { :page c = 1 } main :: and { :part x = c :said }", "part/page", set()),
        ("part :: and { c = 1 :page } main :: and { :part x = c :said }", "part/page", {"c"}),
        ("part :: and { c = 1 :page } main :: and { :part }", "part/page", set()),
        ("part :: and { c = 1 :page } main :: and { :part c = 2 x = c :said }", "part/page", set()),
        ("part :: and (c) { c = 1 :page } main :: and (c) { :part x = c :said }", "part/page", set()),
        ("in :: and { c = 1 :page } part :: and { :in } main :: and { :part x = c :said }", "in/page", {"c"}),
        ("part :: and { goroutine { c = 1 :page } } main :: and { :part x = c :said }", "part/goroutine/page", set()),
        ("in :: and { x = a :said } part :: and { :page :in } main :: and (a) { :part }", "part/page", {"a"}),
        ("down :: and (n) { :page x = a :said :down(n - 1) } main :: and (a) { :down(3) }", "down/page", {"a", "n"}),
        ("part :: and { :page :title } main :: and { :other :part :links }", "main/part", {"@links"}),
    ],
)
def test_what_is_needed_between_trees(text: str, path: str, names: set[str]) -> None:
    assert live(text, path) == names


def test_what_a_call_hands_over() -> None:
    text = "part :: and (a) { :page c = a + b d = 1 } main :: and (b, e) { :other :part(1) x = c + e :title :said }"
    call = program(text).by_path["main/part"]
    assert isinstance(call, op.Enter)
    assert call.passed == {"b"}
    assert call.kept == {"c"}
    assert call.below == {"c", "e", "@title"}
    assert call.carried_below == ("@title",)
    assert not call.is_tail


@pytest.mark.parametrize(
    ("text", "tail", "lenient"),
    [
        ("main :: and { :part }", True, False),
        ("main :: serial { :part }", True, True),
        ("main :: or { :no :part }", True, False),
        ("main :: and { if true { :part } }", True, False),
        ("main :: and { :part :one }", False, False),
        ("main :: and { !:part }", False, False),
        ("main :: and { while true { :part } }", False, False),
        ("state part { error = true } main :: and { :part }", False, False),
        ("[[ part ]] main :: and { :part }", False, False),
        ("(( part )) main :: and { :part }", False, False),
        ("main :: and { goroutine { :part } }", True, False),
        ("main :: and { async { serial { :part } } }", True, True),
    ],
)
def test_calls_after_which_nothing_is_left_to_do(text: str, tail: bool, lenient: bool) -> None:
    (call,) = (step for step in program(f"part :: and {{ :page }} {text}").operations if isinstance(step, op.Enter))
    assert (call.is_tail, call.is_lenient) == (tail, lenient and tail)


def test_a_call_whose_results_are_needed_is_no_last_one() -> None:
    text = "in :: and { c = 1 } part :: and { :in } main :: and { :part x = c :said }"
    call = program(text).by_path["part/in"]
    assert isinstance(call, op.Enter)
    assert not call.is_tail


def test_exports_are_what_a_tree_may_assign() -> None:
    text = """
    in :: and { a = 1 while b = :links { } goroutine { c = 1 } }
    part :: and (a) { :in d = 1 if e = :title { } }
    main :: and { :part }
    """
    routines = program(text).routines
    assert routines["in"].exports == {"a", "b"}
    assert routines["part"].exports == {"b", "d", "e"}
    assert routines["main"].exports == {"b", "d", "e"}


def test_a_shared_tree_gives_what_anybody_needs_of_it() -> None:
    text = """
    [[ part ]] part :: and { a = 1 b = 2 c = 3 }
    main :: and { goroutine { :part x = a :said } goroutine { :part :one } :part x = b :said }
    """
    a_program = program(text)
    publications = [step for step in a_program.operations if isinstance(step, op.Publish) and step.success]
    assert {step.gives for step in publications} == {frozenset("ab")}
    shares = [step for step in a_program.operations if isinstance(step, op.AskShared)]
    assert {step.takes for step in shares} == {frozenset("a"), frozenset(), frozenset("b")}


def test_versions_are_needed_before_a_table_that_asks_for_them() -> None:
    text = "[[ part ]] part :: and { } state page { 403 = :part } main :: and { :part :one :page :other }"
    a_program = program(text)
    assert FORGETS in a_program.by_path["main/one"].live
    assert FORGETS in a_program.by_path["main/page"].live
    assert FORGETS not in a_program.by_path["main/other"].live


def test_a_name_that_only_looks_hidden_is_none() -> None:
    assert live("main :: and (ⅷ, 数) { :page x = ⅷ + 数 :said }", "main/page") == {"ⅷ", "数"}


def keep_everything(a_program: Program) -> Program:
    """The same program without any knowledge of what is needed: it carries whatever there is."""
    names = frozenset().union(*(step.uses | step.sets for step in a_program.operations)) | {EVERY, FORGETS}
    of_page = tuple(sorted(name for name in names if name[0] == "@" or name.startswith("page.")))
    for step in a_program.operations:
        step.live, step.carried = names, of_page
        if isinstance(step, op.Enter):
            step.below, step.carried_below = names, of_page
            step.passed, step.kept = frozenset({EVERY}), a_program.routines[step.routine].exports
    return a_program


@given(authors(), st.sampled_from((1, 5, 1000)))
@some(60)
def test_a_task_that_carries_what_it_needs_does_the_same_as_one_that_carries_everything(
    author: Author, budget: int
) -> None:
    state = author.getstate()
    first = author.program()
    author.setstate(state)
    second = keep_everything(author.program())
    site = [author.answer() for _ in range(8)]
    assert said_by(crawl(first, site, step_budget=budget)) == said_by(crawl(second, site, step_budget=budget))
