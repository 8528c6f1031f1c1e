import pytest

from tests.ruleservers import Signer, release_of, rule_server, rule_text
from tests.unit.ruleserver.asking import ask

ANN = Signer()
TEXT = rule_text()


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with rule_server(tmp_path_factory.mktemp("server")) as running:
        library = running.author(ANN)
        for name in ("news", "papers"):
            library.send(f"/v1/rules/ann/{name}", ANN.sign(release_of(library.origin, 1, TEXT, name=name)), TEXT)
        yield running


def test_a_bundle_never_changes_so_it_is_kept_for_ever(server):
    digest = release_of("0" * 32, 1, TEXT).sha256
    status, headers, content = ask(server, "GET", f"/v1/bundles/{digest}")
    assert (status, content.decode()) == (200, TEXT)
    assert "immutable" in headers["cache-control"]
    assert headers["content-type"] == "text/plain; charset=utf-8"
    assert ask(server, "GET", f"/v1/bundles/{'a' * 64}")[0] == 404


def test_search_goes_on_behind_the_last(server):
    first = ask(server, "GET", "/v1/rules?q=news&count=1")[2]
    assert [rule["name"] for rule in first["rules"]] == ["news"]
    second = ask(server, "GET", f"/v1/rules?q=news&count=1&after={first['after']}")[2]
    assert [rule["name"] for rule in second["rules"]] == ["papers"]
    assert ask(server, "GET", "/v1/rules?count=1000")[0] == 422


def test_versions_keys_log_and_servers_are_told(server):
    (version,) = ask(server, "GET", "/v1/rules/ann/news")[2]["versions"]
    assert (version["version"], version["licence"]) == (1, "CC0-1.0")
    assert ask(server, "GET", "/v1/rules/ann/other")[0] == 404
    assert len(ask(server, "GET", "/v1/accounts/ann")[2]["keys"]) == 1
    assert ask(server, "GET", "/v1/accounts/bob")[0] == 404
    lines = ask(server, "GET", "/v1/log")[2]["lines"]
    assert [line["number"] for line in lines] == [0, 1, 2, 3]
    assert [line["number"] for line in ask(server, "GET", "/v1/log?after=2")[2]["lines"]] == [3]
    told = ask(server, "GET", "/v1/servers")[2]
    assert (told["number"], told["hash"]) == (3, lines[-1]["hash"])
    assert ask(server, "GET", "/v1/log?after=x")[0] == 422
