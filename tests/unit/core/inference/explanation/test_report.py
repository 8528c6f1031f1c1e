"""What is stored beside a tree: all that is known, and no secrets."""

import json
from typing import Any

from scrapy_bt.core.inference.explanation.stored import FORMAT
from tests.login_site import USERS


def test_the_path_is_told_step_by_step(data: dict[str, Any]) -> None:
    assert data["format"] == FORMAT
    assert data["proven"] is True
    assert [(step["step"], step["visit"], step["request"]) for step in data["path"]] == [
        (1, "login_page", "GET /login"),
        (2, "", "POST /login"),
        (4, "list", "GET /list"),
    ]
    token = next(each for each in data["path"][1]["parameters"] if each["key"] == "form t")
    assert token["value"] == "css `input[name=t]::attr(value)` of step 1 (GET /login)"
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
