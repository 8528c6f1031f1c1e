import re
from typing import Any

import pytest

from scrapy_bt.core.language.parser import parse
from scrapy_bt.core.tree import nodes
from scrapy_bt.errors import ArgumentsError, RuleError
from scrapy_bt.testing import (
    Playbook,
    emit,
    failed,
    finished,
    looped,
    made,
    page,
    passed,
    pause,
    resumed,
    status,
    the_end,
    trouble,
    visit,
    wait,
)
from tests.trees import play

TREE = """
list  :: visit "https://shop.test{path}"
links :: data css "a::attr(href)" all
lamp  :: visit "https://shop.test/{link}"
it    :: item { name = css "h1::text"  price = css "b::text" as number }
main  :: and (path) {
    :list
    while link = :links { goroutine { :lamp :it } }
}
"""


def message(conversation: Any) -> str:
    with pytest.raises(AssertionError) as caught:
        conversation()
    return str(caught.value)


def test_a_test_reads_like_the_conversation() -> None:
    (
        Playbook(TREE, path="/lamps")
        << visit("list", url="https://shop.test/lamps", method="GET")
        >> page('<a href="a"><a href="b">')
        << looped("main/while", 2)
        << visit("lamp", url="https://shop.test/a")
        << visit("lamp", url="https://shop.test/b")
        >> page("<h1>A</h1><b>1,50</b>")
        << emit("it", name="A", price=1.5)
        >> page("<h1>B</h1>", to="https://shop.test/b")
        << emit("it", {"name": "B", "price": None})
        << finished()
        << the_end()
    )


def test_trees_come_as_text_document_or_program() -> None:
    text = "one :: item { n = 1 } main :: and { :one }"
    for tree in (text, parse(text)):
        Playbook(tree) << emit("one", n=1) << finished() << the_end()
    assert isinstance(parse(text), nodes.Document)
    play("main :: and { :one }") << emit("one") << finished()


def test_a_text_with_faults_tells_them_all() -> None:
    with pytest.raises(RuleError) as caught:
        Playbook("main :: and { :absent :missing }")
    assert len(caught.value.faults) == 2


def test_an_effect_that_is_another_one_is_shown_beside_it() -> None:
    text = message(lambda: play("main :: and { :page }") << visit("page", url="https://site.test/x", method="GET"))
    assert text.splitlines() == [
        "the conversation so far:",
        "expected:",
        "  << visit('page', url='https://site.test/x', method='GET')",
        "but there it is another:",
        "  url: expected 'https://site.test/x', was 'https://site.test/page'",
    ]


def test_an_effect_of_another_kind_is_shown_instead() -> None:
    playbook = play("main :: and { :page :one }") << visit("page") >> page("text")
    assert message(lambda: playbook << finished()).splitlines() == [
        "the conversation so far:",
        "  << visit('page')",
        "  >> status 200, 4 bytes",
        "expected:",
        "  << finished(success=True)",
        "but was:",
        "  << emit('one', n=1)",
    ]


def test_what_is_not_expected_may_not_be_passed_over() -> None:
    playbook = play("main :: and { :one :page }")
    text = message(lambda: playbook >> page())
    assert text.endswith("expected:\n  >> status 200\nbut before that:\n  << emit('one', n=1)")


def test_nothing_happens_before_a_visit_is_answered() -> None:
    playbook = play("main :: and { :page }") << visit("page")
    assert "until one of these visits is answered:\n    page https://site.test/page" in message(
        lambda: playbook << finished()
    )


def test_nothing_happens_after_the_end() -> None:
    playbook = play("main :: and { :one }") << emit("one") << finished()
    assert "but everything is over" in message(lambda: playbook << emit("one"))


def test_nothing_happens_to_a_paused_task() -> None:
    playbook = play("main :: and { state pause :one }") << pause()
    assert "but every task waits" in message(lambda: playbook << emit("one"))
    assert "but some task still waits" in message(lambda: playbook << the_end())
    playbook >> resumed() << emit("one") << finished() << the_end()
    assert "no task is paused" in message(lambda: playbook >> resumed())


def test_an_answer_needs_a_visit() -> None:
    playbook = play("main :: and { :page }") << visit("page")
    text = message(lambda: playbook >> page(to="other"))
    assert "no visit waits for this answer (visits without an answer: page https://site.test/page)" in text
    assert "(visits without an answer: none)" in message(
        lambda: play("main :: and { state pause }") << pause() >> page()
    )


def test_the_end_leaves_nothing_unexpected() -> None:
    playbook = play("main :: and { :one }")
    assert "but before that:\n  << emit('one', n=1)" in message(lambda: playbook << the_end())


def test_an_answer_goes_to_what_was_asked_last_then_to_the_oldest() -> None:
    tree = "main :: and { goroutine { :page } goroutine { :other } :about :one }"
    playbook = play(tree.replace(":about :one", "link = 3 :about :one :about"))
    playbook << visit("about") << visit("page") << visit("other") >> page()  # the first of the three
    playbook << emit("one") << visit("about") >> page()  # the one that was asked since
    playbook >> status(500) << trouble("page", "500") >> page() << failed()


def test_waits_are_over_when_nobody_else_can_go_on() -> None:
    tree = "state page { 5xx = wait 1 60s } main :: and { goroutine { :page } :other x = now :said }"
    playbook = play(tree) << visit("other") << visit("page") >> status(500, to="page") << wait(60.0)
    playbook << visit("page") >> status(200, to="other") << emit("said", x=60.0) >> status(200) << finished()


def test_time_can_pass() -> None:
    tree = "state page { 5xx = wait 1 60s } main :: and { goroutine { :page } :other x = now :said }"
    playbook = play(tree).under(now=100.0) << visit("other") << visit("page") >> status(500, to="page") << wait(60.0)
    playbook >> passed(59.5) >> status(200) << emit("said", x=159.5) << visit("page") >> status(200) << finished()


def test_conditions_are_set_before_the_conversation() -> None:
    playbook = play("main :: and { x = now :said }").under(now=5.0).under(step_budget=7, shared={})
    playbook << emit("said", x=5.0)
    with pytest.raises(AssertionError, match="before the conversation begins"):
        playbook.under(now=6.0)
    with pytest.raises(TypeError):
        play("main :: and { :one }").under(nonsense=1)


def test_arguments_may_have_any_name() -> None:
    Playbook("said :: item { a = self  b = tree } main :: and (self, tree) { :said }", self=1, tree=2) << emit(
        "said", {"a": 1, "b": 2}
    )


def test_details_may_be_patterns_or_anything() -> None:
    playbook = play("main :: and { :page }") << visit("page", url=re.compile("site"), method=...)
    playbook >> status(404) << trouble("page", ..., path=re.compile("^main/")) << failed(reason=re.compile("404"))


def test_what_goes_without_saying_may_be_said() -> None:
    tree = "[[ part ]] part :: and { :page } main :: and { or { :no :part } }"
    play(tree) << visit("page") >> page() << finished() << the_end()
    play(tree) << visit("page") >> page() << made("part", success=True) << finished() << the_end()
    text = message(lambda: play(tree) << visit("page") >> page() << made("other"))
    assert "<< made('other')" in text
    assert "but was:\n  << finished(success=True, reason='')" in text


def test_both_runs_have_to_do_the_same() -> None:
    seen: list[object] = []

    def count(response: Any, context: Any) -> int:
        seen.append(context)
        return len(seen)

    tree = 'it :: data python "f:f" main :: and { x = :it :said }'
    text = message(lambda: play(tree).under(functions={"f:f": count}) << emit("said", x=1))
    assert "expected:\n  the same when tasks are stored and restored" in text
    assert "{'x': 1}" in text
    assert "{'x': 2}" in text


def test_arguments_have_to_fit_main() -> None:
    with pytest.raises(ArgumentsError, match="has no argument 'nonsense'"):
        Playbook(TREE, path="/", nonsense=1) << visit("list")
