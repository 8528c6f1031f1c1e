import pytest

from scrapy_bt.core.rules.sharing.statements import LARGEST_RULE, NewKey, Withdrawal
from scrapy_bt.storage.sharing.answers import ServerError
from tests.ruleservers import Signer, release_of, rule_server, rule_text

ANN, EVE = Signer(1), Signer(2)
TEXT = rule_text()


@pytest.fixture
def server(tmp_path):
    with rule_server(tmp_path, accounts=("ann", "eve")) as running:
        yield running


def test_whoever_is_logged_in_publishes_only_for_themselves(server):
    server.author(ANN)
    eve = server.author(EVE, "eve", "eve.json")
    for path, signed in (
        ("/v1/rules/ann/news", EVE.sign(release_of(eve.origin, 1, TEXT))),
        ("/v1/rules/ann/news/withdraw", EVE.sign(Withdrawal(eve.origin, "ann", "news", 1, "mine now"))),
        ("/v1/keys", EVE.sign(NewKey(eve.origin, "ann", EVE.base64, ANN.base64))),
    ):
        with pytest.raises(ServerError, match="eve does not publish for ann") as told:
            eve.send(path, signed, TEXT)
        assert told.value.status == 403


def test_the_address_is_that_of_what_is_signed(server):
    library = server.author(ANN)
    with pytest.raises(ServerError, match="another rule than the address"):
        library.send("/v1/rules/ann/other", ANN.sign(release_of(library.origin, 1, TEXT)), TEXT)
    with pytest.raises(ServerError, match="about something else"):
        library.send("/v1/rules/ann/news/withdraw", ANN.sign(release_of(library.origin, 1, TEXT)), TEXT)
    for path in ("/v1/rules/ann/..", "/v1/rules/ann/%2e%2e%2fnews", "/v1/rules/ann/NEWS"):
        with pytest.raises(ServerError):
            library.send(path, ANN.sign(release_of(library.origin, 1, TEXT)), TEXT)


def test_what_is_too_large_or_has_faults_is_refused(server):
    library = server.author(ANN)
    signed = ANN.sign(release_of(library.origin, 1, TEXT))
    with pytest.raises(ServerError, match="at most 1,000,000 bytes"):
        library.send("/v1/rules/ann/news", signed, TEXT + "#" * LARGEST_RULE)
    with pytest.raises(ServerError, match="a body has at most") as told:
        library.send("/v1/rules/ann/news", signed, "#" * 8_000_001)
    assert told.value.status == 413
    with pytest.raises(ServerError, match="layres") as told:
        library.send("/v1/rules/ann/news", signed, TEXT.replace("layers:", "layres:"))
    assert (told.value.status, told.value.code) == (422, "faults")


def test_a_mirror_names_where_to_publish(tmp_path):
    with rule_server(tmp_path, is_mirror=True, upstream="https://rules.example.org") as mirror:
        library = mirror.library()
        library.log_in("ann", "correct horse", "desk")
        with pytest.raises(ServerError, match=r"publish at https://rules\.example\.org"):
            library.send("/v1/rules/ann/news", ANN.sign(release_of(library.origin, 1, TEXT)), TEXT)
