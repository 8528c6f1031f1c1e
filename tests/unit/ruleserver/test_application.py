import re

import pytest

from scrapy_bt.ruleserver.answers import HEADERS
from scrapy_bt.ruleserver.application import ADDRESSES, RuleRoute
from tests.ruleservers import PASSWORD, RunningServer, Signer, rule_server
from tests.unit.ruleserver.asking import ask

CHANGING = [address for address in ADDRESSES if address.method == "POST"]


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with rule_server(tmp_path_factory.mktemp("server"), accounts=("ann", "eve")) as running:
        running.author(Signer())
        yield running


def path_of(address: RuleRoute) -> str:
    return re.sub(r"\{\w+\}", "nothing", address.path)


def token_of(server: RunningServer) -> str:
    return server.service.accounts.log_in("eve", PASSWORD, "desk").access


@pytest.mark.parametrize("address", ADDRESSES, ids=lambda each: f"{each.method} {each.path}")
def test_every_answer_has_the_headers_and_no_door_for_other_pages(server, address):
    status, headers, _ = ask(server, address.method, path_of(address), origin="https://evil.test")
    assert {name: headers.get(name) for name in HEADERS} == HEADERS
    assert not any(name.lower().startswith("access-control") for name in headers)
    assert "set-cookie" not in headers
    assert status < 500


@pytest.mark.parametrize("address", CHANGING, ids=lambda each: each.path)
def test_a_change_takes_json_and_most_take_an_account(server, address):
    path = path_of(address)
    assert ask(server, "POST", path, kind="text/plain")[0] == 415
    assert ask(server, "POST", path, kind="application/x-www-form-urlencoded")[0] == 415
    expected = 401 if address.needs_account else 422
    assert ask(server, "POST", path)[0] == expected
    assert ask(server, "POST", path, authorization="Bearer guessed")[0] == expected
    assert ask(server, "POST", path, cookie="token=guessed")[0] == expected


def test_what_is_not_there_and_what_is_too_large(server):
    assert ask(server, "GET", "/v1/nothing")[0] == 404
    assert ask(server, "GET", "/")[2]["code"] == "http"
    assert ask(server, "GET", "/v1/bundles/..%2f..%2fetc")[0] == 404
    assert ask(server, "POST", "/v1/login", body=b"x" * (1 << 20) + b"x")[0] == 413
    assert ask(server, "DELETE", "/v1/rules/ann/news")[0] == 405


def test_a_private_server_tells_nothing_without_an_account(tmp_path):
    with rule_server(tmp_path, is_private=True) as server:
        for address in ADDRESSES:
            if address.method == "GET":
                status = ask(server, "GET", path_of(address))[0]
                assert status == (200 if address.is_open else 401)
        token = server.service.accounts.log_in("ann", PASSWORD, "desk").access
        assert ask(server, "GET", "/v1/rules", authorization=f"Bearer {token}")[0] == 200
        library = server.library()
        library.log_in("ann", PASSWORD, "desk")
        assert [*library.search()] == []


def test_a_body_that_does_not_come_in_time_is_not_waited_for(server, monkeypatch):
    monkeypatch.setattr("scrapy_bt.console.access.bodies.BODY_SECONDS", 0.0)
    status, headers, told = ask(server, "POST", "/v1/login")
    assert (status, told["code"], headers["connection"]) == (408, "slow", "close")
