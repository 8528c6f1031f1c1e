"""Conversations that go as they were written, and what is said of those that do not."""

from __future__ import annotations

import pytest

from scrapy_bt.errors import ArgumentsError, RuleError
from scrapy_bt.testing import Playbook, emit, finished, page, status, visit, wait

TREE = """
list  :: visit "https://shop.test{path}"
links :: data css "a::attr(href)" all
about :: visit "https://shop.test{link}"
thing :: item { name = css "h1::text" }
state about { 404 = end  5xx = wait 1 }
detail :: and (link) { :about :thing }
main :: and (path = "/") { :list while link = :links { goroutine { :detail(link) } } }
"""


def test_a_conversation_goes_as_written() -> None:
    playbook = Playbook(TREE) << visit("list", url="https://shop.test/") >> page('<a href="/1">1</a>')
    playbook << visit("about", url="https://shop.test/1") >> page("<h1>One</h1>") << emit("thing", name="One")
    playbook << finished()


def test_arguments_are_those_of_main() -> None:
    Playbook(TREE, path="/sale") << visit("list", url="https://shop.test/sale")
    with pytest.raises(ArgumentsError):
        Playbook(TREE, nonsense=1) << visit("list")


def test_a_state_table_takes_part() -> None:
    playbook = Playbook(TREE) << visit("list") >> page('<a href="/1">1</a>') << visit("about")
    playbook >> status(500) << wait() << visit("about") >> status(404) << finished()


def test_what_does_not_happen_is_told_with_the_conversation_so_far() -> None:
    with pytest.raises(AssertionError) as told:
        Playbook(TREE) << visit("list") >> page('<a href="/1">1</a>') << emit("thing", name="One")
    assert "the conversation so far:" in str(told.value)
    assert "expected:" in str(told.value)
    assert "visit('about'" in str(told.value)


def test_a_tree_with_faults_is_refused() -> None:
    with pytest.raises(RuleError, match="main"):
        Playbook("page :: visit") << visit("page")
