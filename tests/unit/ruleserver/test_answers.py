import pytest
from sqlalchemy.exc import OperationalError

from scrapy_bt.storage.sharing.ledger import RateError
from tests.ruleservers import PASSWORD, Signer, release_of, rule_server, rule_text
from tests.unit.ruleserver.asking import ask

ANN = Signer()


@pytest.fixture
def server(tmp_path):
    with rule_server(tmp_path) as running:
        yield running


def test_too_many_wrong_passwords_are_told_with_the_time_to_wait(server):
    body = b'{"account": "ann", "password": "wrong", "device": "desk"}'
    statuses = [ask(server, "POST", "/v1/login", body=body)[0] for _ in range(3)]
    assert statuses == [401, 401, 401]
    server.service.accounts._clock = lambda: 0.0  # the next try is never due
    status, headers, told = ask(server, "POST", "/v1/login", body=body)
    assert (status, told["code"]) == (429, "login")
    assert int(headers["retry-after"]) > 0


@pytest.mark.parametrize(
    ("error", "status"), [(OperationalError("select", {}, Exception("away")), 503), (RateError("often"), 429)]
)
def test_what_hinders_a_server_is_told_without_its_insides(server, monkeypatch, error, status):
    def fail():
        raise error

    monkeypatch.setattr(server.service.ledger, "last", fail)
    found, _, told = ask(server, "GET", "/v1/servers")
    assert found == status
    assert "select" not in told["message"]


def test_a_conflict_names_the_newest_version(server):
    library = server.author(ANN)
    text = rule_text()
    library.send("/v1/rules/ann/news", ANN.sign(release_of(library.origin, 1, text)), text)
    token = server.service.accounts.log_in("ann", PASSWORD, "sofa").access
    other = rule_text("Another")
    signed = ANN.sign(release_of(library.origin, 1, other))
    import json

    body = json.dumps({"statement": signed.statement, "signature": signed.signature, "text": other}).encode()
    status, _, told = ask(server, "POST", "/v1/rules/ann/news", body=body, authorization=f"Bearer {token}")
    assert (status, told["code"], told["version"]) == (409, "conflict", 1)
    assert told["sha256"] == release_of(library.origin, 1, text).sha256
