import pytest
from scrapy.settings import Settings

from scrapy_bt.core.rules.sharing.statements import NewKey, StatementError
from scrapy_bt.core.rules.sharing.subscriptions import Subscriptions, TrustedAuthor
from scrapy_bt.errors import BTError
from scrapy_bt.operations.publishing import name_for
from scrapy_bt.operations.sharing import find_offer, read_address, subscribe
from scrapy_bt.operations.updates import list_updates
from tests.ruleservers import Signer, release_of, rule_server, rule_text

ANN, NEW, EVE = Signer(1), Signer(2), Signer(3)
ONE, TWO = rule_text("Version 1"), rule_text("Version 2")


@pytest.fixture
def server(tmp_path):
    with rule_server(tmp_path) as running:
        yield running


@pytest.fixture
def library(server):
    author = server.author(ANN)
    author.send("/v1/rules/ann/news", ANN.sign(release_of(author.origin, 1, ONE)), ONE)
    return author


def trusting(library, signer):
    return Subscriptions().trusting(TrustedAuthor(library.origin, "ann", signer.base64))


def test_an_offer_is_checked_against_the_key_that_is_trusted(library):
    offer = find_offer([library], "ann/news", Subscriptions())
    assert (offer.keys, offer.is_known, offer.bundle.text) == ((ANN.public,), False, ONE)
    assert find_offer([library], "ann/news", trusting(library, ANN)).is_known
    with pytest.raises(StatementError, match="another key now"):
        find_offer([library], "ann/news", trusting(library, EVE))


def test_a_key_that_the_old_one_has_signed_is_followed_and_what_the_old_one_signs_later_is_not(server, library):
    origin = library.origin
    library.send("/v1/keys", ANN.sign(NewKey(origin, "ann", NEW.base64, ANN.base64)))
    assert find_offer([library], "ann/news", trusting(library, ANN)).keys == (ANN.public, NEW.public)
    with pytest.raises(StatementError, match="not signed with a key of ann"):
        find_offer([library], "ann/news", trusting(library, NEW), least=NEW.public)


def test_two_servers_with_one_name_are_not_mixed_up(server, library, tmp_path):
    (tmp_path / "other").mkdir()
    with rule_server(tmp_path / "other") as second:
        other = second.author(EVE)
        other.send("/v1/rules/ann/news", EVE.sign(release_of(other.origin, 1, TWO)), TWO)
        with pytest.raises(BTError, match="several servers have a ann/news, each its own: say --server"):
            find_offer([library, other], "ann/news", Subscriptions())
        found = find_offer([library, other], "ann/news", Subscriptions(), origin=other.origin)
        assert found.bundle.text == TWO
        assert found.author != find_offer([library], "ann/news", Subscriptions()).author


def test_the_next_server_of_the_same_log_is_asked_where_one_is_away(library):
    from scrapy_bt.storage.sharing.http_library import HttpLibrary
    from scrapy_bt.storage.sharing.remembered import Memory

    away = HttpLibrary("http://127.0.0.1:9", Memory(library._memory._path))
    assert find_offer([away, library, library], "ann/news", Subscriptions()).bundle.text == ONE
    with pytest.raises(BTError, match="cannot be reached"):
        find_offer([away], "ann/news", Subscriptions())


def test_how_shared_rules_are_named():
    assert read_address("ann/news@12") == ("ann", "news", 12)
    for text in ("news", "ann/", "ann/news@", "ann/news@-1", "ann/news@x", "a/b/c", "../x/y"):
        if text != "ann/news@":
            with pytest.raises(BTError, match="names no shared rule"):
                read_address(text)


def test_a_rule_is_called_as_it_names_itself_or_as_its_file(tmp_path):
    assert name_for(rule_text(name="My News!"), tmp_path / "x.yaml") == "my-news"
    assert name_for(rule_text(name="新闻"), tmp_path / "news.yaml") == "news"


def test_an_update_takes_the_place_of_what_was_seen_and_of_no_other_text(server, library, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    settings = Settings({"BT_RULES": str(tmp_path / "rules"), "BT_RULE_LIBRARY": str(tmp_path / "library" / "own")})
    path = subscribe(settings, find_offer([library], "ann/news", Subscriptions()))
    one = release_of(library.origin, 1, ONE).sha256
    library.send("/v1/rules/ann/news", ANN.sign(release_of(library.origin, 2, TWO, one)), TWO)
    path.write_bytes(b"\xff\xfe no text")
    ((update,), failed) = list_updates(settings, [library])
    assert (update.before, failed) == ("", [])
    path.write_text(ONE)
    with pytest.raises(BTError, match="has been changed meanwhile"):
        subscribe(settings, update.offer, file=update.file, before=update.before)
    assert path.read_text() == ONE
    path.write_bytes(b"\xff\xfe no text")
    subscribe(settings, update.offer, file=update.file, before=update.before)
    assert path.read_text() == TWO
