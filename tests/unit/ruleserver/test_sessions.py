import json

import pytest

from tests.ruleservers import PASSWORD, rule_server
from tests.unit.ruleserver.asking import ask


@pytest.fixture
def server(tmp_path):
    with rule_server(tmp_path) as running:
        yield running


def test_a_device_logs_in_beats_refreshes_and_leaves(server):
    body = json.dumps({"account": "ann", "password": PASSWORD, "device": "desk"}).encode()
    status, _, tokens = ask(server, "POST", "/v1/login", body=body)
    assert (status, tokens["account"], tokens["seconds"]) == (200, "ann", 900.0)
    key = f"Bearer {tokens['access']}"
    assert ask(server, "POST", "/v1/heartbeat", body=b'{"heads": []}', authorization=key)[2] == {"newer": []}
    refreshed = ask(server, "POST", "/v1/refresh", body=json.dumps({"refresh": tokens["refresh"]}).encode())[2]
    assert ask(server, "POST", "/v1/heartbeat", authorization=key)[0] == 401
    key = f"Bearer {refreshed['access']}"
    assert ask(server, "POST", "/v1/logout", authorization=key)[0] == 200
    assert ask(server, "POST", "/v1/heartbeat", authorization=key)[0] == 401


def test_when_all_seats_are_taken_that_is_told(server):
    for device, expected in (("a", 200), ("b", 200), ("c", 409)):
        body = json.dumps({"account": "ann", "password": PASSWORD, "device": device}).encode()
        status, _, told = ask(server, "POST", "/v1/login", body=body)
        assert status == expected
    assert told["code"] == "seats"
    assert "a, b have them" in told["message"]
