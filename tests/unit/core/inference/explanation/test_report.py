"""What is stored beside a tree: all that is known, and no secrets."""

import json
from typing import Any

from scrapy_bt.core.inference.explanation.report import report_of
from scrapy_bt.core.inference.explanation.stored import FORMAT
from scrapy_bt.core.inference.goal import Goal
from scrapy_bt.core.inference.inference import Inference
from tests.login_site import USERS
from tests.recordings import ask, record


def test_the_path_is_told_step_by_step(data: dict[str, Any]) -> None:
    assert data["format"] == FORMAT
    assert data["proven"] is True
    assert [(step["step"], step["visit"], step["request"]) for step in data["path"]] == [
        (2, "login_page", "GET /login"),
        (3, "", "POST /login"),
        (5, "list", "GET /list"),
    ]
    token = next(each for each in data["path"][1]["parameters"] if each["key"] == "form t")
    assert token["value"] == "css `input[name=t]::attr(value)` of step 2 (GET /login)"
    assert token["proven"] is True
    assert "query utm_source" in data["path"][2]["left_out"]


def test_cookies_that_the_jar_sends_back_are_not_left_out(data: dict[str, Any]) -> None:
    assert [step["kept_by_jar"] for step in data["path"]] == [[], ["cookie sid"], ["cookie sid"]]
    assert not any(key.startswith("cookie") for step in data["path"] for key in step["left_out"])


def test_every_fact_and_every_replay_is_there(data: dict[str, Any]) -> None:
    assert data["summary"]["replays"] == len(data["replays"])
    assert {"Step", "Variability", "Origin", "Typed", "ParameterNeed", "Target"} <= {
        each["kind"] for each in data["facts"]
    }
    assert all(fact["source"] and fact["status"] for fact in data["facts"])
    assert {fact["varies"] for fact in data["facts"] if fact["kind"] == "Variability"} == {True, False}
    assert {change[2] for change in data["history"]} >= {"posted", "verified"}
    assert [source["name"] for source in data["sources"]] == ["told", "target"]


def test_no_secret_is_there(data: dict[str, Any]) -> None:
    text = json.dumps(data)
    assert not [password for password in USERS.values() if password in text]
    assert {"name": "password", "secret": True} in data["arguments"]
    assert {"name": "word", "secret": False, "example": "lamp"} in data["arguments"]


def test_a_secret_from_nowhere_is_the_argument_that_the_tree_takes() -> None:
    asked = ask("/api/list", {"rows": [{"a": 1}, {"a": 2}]}, sends={"Private-Token": "[REDACTED]"}, kind="xhr")
    inference = Inference([record(asked)], Goal(level="none"))
    assert not inference.next()
    [told] = report_of(inference)["path"][-1]["parameters"]
    assert (told["value"], told["arguments"]) == ("the secret argument private_token", ["private_token"])
    assert told["why"] == "comes from nowhere: it has to be given"
