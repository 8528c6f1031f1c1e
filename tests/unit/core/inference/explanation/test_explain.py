"""Explanations: which source, which evidence, which replay."""

import re
from dataclasses import replace
from typing import Any

import pytest

from scrapy_bt.core.inference.explanation.explain import explain, is_report, subjects
from scrapy_bt.core.inference.explanation.report import report_of
from scrapy_bt.core.inference.findings import Typed
from scrapy_bt.core.samples.parameters import Key
from tests.login_site import LOGIN, record
from tests.pure_site import finish


def test_without_a_subject_the_path_is_told(data: dict[str, Any]) -> None:
    lines = explain(data)
    assert lines[0] == "The target is GET /list: the last page."
    assert lines[1] == f"Proven, with {len(data['replays'])} replays."
    assert "step 2 login_page (GET /login): gives form t, the cookie sid; proven by 1 replay" in lines


@pytest.mark.parametrize("subject", ["list", "5", "step 5"])
def test_a_step_is_told_by_name_or_number(data: dict[str, Any], subject: str) -> None:
    lines = explain(data, subject)
    assert lines[0].startswith("step 5 list (GET /list): the target; proven by ")
    assert "    kept by the session's jar: cookie sid" in lines
    assert any("the target needs query q of step 5 (GET /list) [verified]" in line for line in lines)


def test_a_step_that_is_not_kept_is_told_by_its_facts(data: dict[str, Any]) -> None:
    assert any("step 4 (GET /news) is in 2 of 2 recordings" in line for line in explain(data, "4"))


def test_an_argument_is_told_by_its_parameter(data: dict[str, Any]) -> None:
    assert explain(data, "password")[0].startswith(
        "form secret of step 3 (POST /login): the secret argument password; "
    )


def test_facts_call_arguments_as_the_path_does() -> None:
    numbered = {"user": "q5", "password": "q9", "word": "q2"}
    findings = [replace(each, argument=numbered[each.argument]) if isinstance(each, Typed) else each for each in LOGIN]
    inference, site = record(*findings, Typed(3, Key("query", "page"), "q", ("2", "2")))
    finish(inference, site)
    data = report_of(inference)
    assert [given["name"] for given in data["arguments"]] == ["q", "q2", "q3"]
    places = {"q": "form user of step 3", "q2": "form secret of step 3", "q3": "query q of step 5"}
    places["q4"] = "query page of step 4"  # not on the path: its name was given to another
    for name, place in places.items():
        told = [line for line in explain(data, name) if re.search(rf"argument {name}\b", line)]
        assert any(line.startswith("#") for line in told)
        assert all(place in line for line in told), told


@pytest.mark.parametrize("subject", ["t", "form t"])
def test_a_parameter_is_told_with_source_evidence_and_replay(data: dict[str, Any], subject: str) -> None:
    lines = explain(data, subject)
    assert lines[0].startswith(
        "form t of step 3 (POST /login): css `input[name=t]::attr(value)` of step 2 (GET /login); told; proven"
    )
    assert "    told: told" in lines
    assert any(
        line.startswith("    replay ") and "without form t of step 3 (POST /login): did not: " in line for line in lines
    )


def test_a_fact_and_a_replay_are_told_by_their_numbers(data: dict[str, Any]) -> None:
    assert explain(data, "#0")[0].startswith("#0 step 1 (GET /about) is in 2 of 2 recordings")
    assert explain(data, "replay 1") == ["replay 1, the path by all that is known: reached the target"]
    assert explain(data, "#99999") == explain(data, "replay 999") == explain(data, "nonsense") == []


def test_a_fact_is_told_with_what_it_follows_from() -> None:
    fact = {"status": "verified", "supports": [], "trials": [1, 2, 3, 4, 5, 6], "step": 1, "kind": "Origin"}
    replays = [{"number": number, "purpose": "again", "right": True, "reason": ""} for number in range(1, 7)]
    also = {"source": "c", "why": "too", "because": []}
    data = {
        "path": [],
        "replays": replays,
        "facts": [
            {"id": 0, "text": "first", "source": "a", "why": "seen", "because": [1], **fact},
            {"id": 1, "text": "second", "source": "b", "why": "read", "because": [0], **fact, "supports": [also]},
        ],
    }
    assert explain(data, "#1") == [
        "#1 second [verified]",
        "    b: read",
        "    c: too",
        *(f"    replay {number}, again: reached the target" for number in range(1, 6)),
        "    and 1 replay more",
        "    #0 first [verified]",
        "        a: seen",
    ]


def test_what_two_facts_say_alike_is_told_once() -> None:
    fact = {"text": "q is given", "source": "a", "why": "seen", "because": [], "status": "verified", "trials": []}
    kinds = {"Typed": fact, "Origin": fact, "Caused": {**fact, "status": "refuted"}}
    facts = [
        {"id": number, "kind": kind, "supports": [], "step": 2, **own}
        for number, (kind, own) in enumerate(kinds.items())
    ]
    part = {"value": "each of it", "arguments": [], "why": "each of it", "replays": 1, "proven": True}
    path = [{"step": 2, "visit": "list", "request": "GET /", "parameters": [{"key": "query q", **part}]}]
    data = {"path": path, "replays": [], "facts": facts}
    assert explain(data, "q") == [
        "query q of step 2 (GET /): each of it; proven by 1 replay",
        "#0 q is given [verified]",
        "    a: seen",
        "#2 q is given [refuted]",
        "    a: seen",
    ]
    assert explain(data, "#1") == ["#1 q is given [verified]", "    a: seen"]


def test_a_variable_of_the_tree_is_told_by_its_lines(data: dict[str, Any]) -> None:
    rows = 'row :: item {\n    grams = css "b"\n    note  = css "i"\n}\n'
    body = 'main :: and {\n    while link = css "a" all { # each of what main lists\n        :page(link)\n    }\n}\n'
    tree = rows + body
    told = {**data, "text": tree}
    assert explain(told, "link") == [
        "link is a variable of the tree, or a field of its records:",
        '    while link = css "a" all { # each of what main lists',
        "    :page(link)",
    ]
    assert explain(told, "note") == [
        "note is a variable of the tree, or a field of its records:",
        '    note  = css "i"',
    ]
    assert explain(told, "page") == explain(data, "page")
    assert explain(data, "link") == []
    assert explain(told, "password") == explain(data, "password")
    assert "link" in subjects(told)


def test_what_can_be_asked_for_is_named(data: dict[str, Any]) -> None:
    assert set(subjects(data)) == {"login_page", "list", "t", "user", "secret", "q", "password", "word"}


def test_other_data_is_no_dossier(data: dict[str, Any]) -> None:
    assert is_report(data)
    assert not is_report([])
    assert not is_report({**data, "path": [{}]})
    assert not is_report({**data, "facts": [{**data["facts"][0], "trials": None}]})
    assert not is_report({"format": 99, "facts": []})
