import gzip
import json
import threading

import pytest

from scrapy_bt.core.rules.sharing.statements import StatementError, Withdrawal
from scrapy_bt.storage.sharing.answers import ServerError, read_answer
from scrapy_bt.storage.sharing.http_library import HttpLibrary, is_server, read_server
from scrapy_bt.storage.sharing.remembered import LogHead, Memory, Remembered
from tests.ruleservers import PASSWORD, Signer, release_of, rule_server, rule_text
from tests.serving import Handler, serving

ANN = Signer()
ONE, TWO = rule_text("Version 1"), rule_text("Version 2")


@pytest.fixture
def server(tmp_path):
    with rule_server(tmp_path) as running:
        yield running


@pytest.fixture
def library(server):
    author = server.author(ANN)
    for version, text, parent in ((1, ONE, ""), (2, TWO, release_of(author.origin, 1, ONE).sha256)):
        author.send("/v1/rules/ann/news", ANN.sign(release_of(author.origin, version, text, parent)), text)
    return author


def test_what_is_published_is_found_read_and_checked(library, server):
    reader = server.library("other.json")
    assert [rule.address for rule in reader.search("news")] == ["ann/news"]
    releases = reader.versions("ann", "news")
    assert [release.version for release, _ in releases] == [1, 2]
    assert reader.text(releases[1][0].sha256) == TWO
    assert reader.keys("ann") == (ANN.public,)
    with pytest.raises(ServerError, match="this takes an account") as told:
        reader.beat([])
    assert told.value.status == 401


def test_a_heartbeat_tells_of_newer_versions(library):
    assert [each.version for each in library.beat([("ann", "news", 1)])] == [2]
    assert library.beat([("ann", "news", 2), ("bob", "x", 1)]) == ()


def test_a_token_that_is_over_is_renewed(library, server):
    server.service.accounts._clock = lambda: __import__("time").time() + 1000
    assert library.beat([]) == ()


def test_after_logging_out_nothing_is_sent(library):
    library.log_out()
    with pytest.raises(ServerError, match="login ACCOUNT"):
        library.send("/v1/rules/ann/news", ANN.sign(Withdrawal(library.origin, "ann", "news", 1, "old")))


def test_names_are_no_paths(library):
    for name in ("..", "a/b", "A"):
        with pytest.raises(StatementError):
            library.versions("ann", name)
        with pytest.raises(StatementError):
            library.keys(name)


def test_the_log_has_to_be_the_one_that_is_remembered(library, server):
    memory = Memory(server.folder / "memory.json")
    head = memory.read().heads[library.origin]
    memory.keep_head(server.url, library.origin, LogHead(head.number, "f" * 64))
    with pytest.raises(StatementError, match="forked"):
        _ = server.library().origin
    memory.keep_head(server.url, library.origin, LogHead(99, "f" * 64))
    with pytest.raises(StatementError, match="taken back"):
        _ = server.library().origin
    memory.keep_head(server.url, "f" * 32, head)
    with pytest.raises(StatementError, match="another log than before"):
        _ = server.library().origin


def test_passwords_go_to_no_stranger_in_clear_text(tmp_path):
    with pytest.raises(ServerError, match="clear text"):
        HttpLibrary("http://rules.example.org", Memory(tmp_path / "m")).log_in("ann", PASSWORD, "desk")


@pytest.mark.parametrize("url", ["", "rules.example.org", "file:///etc/passwd", "https://a?b", "https://[", "ftp://a"])
def test_what_is_no_server(url):
    assert not is_server(url)
    with pytest.raises(ServerError, match="no address of a rule server"):
        read_server(url)


ORIGIN = "0" * 32
LISTED = {"origin": ORIGIN, "number": 0, "hash": "a" * 64, "mirror": "", "servers": []}


class Hostile(Handler):
    """Answers with *body* whatever is asked, but tells of itself as it should."""

    body = b""
    held: threading.Event | None = None

    def do_GET(self):  # noqa: N802 - as http.server calls it
        if self.path == "/v1/servers":
            self.answer(200, json.dumps(LISTED), kind="application/json")
        elif self.held is not None:
            self.send_response(200)
            self.send_header("Content-Length", "1000000")
            self.end_headers()
            self.wfile.write(b"{")
            self.held.wait()
        else:
            self.answer(200, self.body, kind="application/json")


def hostile(**changes):
    return serving(type("Made", (Hostile,), changes))


def test_another_text_than_that_of_the_hash_is_refused(tmp_path):
    with (
        hostile(body=b"rule: Evil\n") as url,
        pytest.raises(StatementError, match="another rule than that of the hash"),
    ):
        HttpLibrary(url, Memory(tmp_path / "m")).text("a" * 64)


def test_an_answer_without_an_end_is_cut_off(tmp_path):
    with hostile(body=b"x" * 1_100_000) as url, pytest.raises(ServerError, match="more than 1,000,001 bytes"):
        HttpLibrary(url, Memory(tmp_path / "m")).text("a" * 64)


def test_a_server_that_never_ends_its_answer_is_left(tmp_path):
    held = threading.Event()
    with hostile(held=held) as url:
        with pytest.raises(ServerError, match=r"within 0.2 s"):
            HttpLibrary(url, Memory(tmp_path / "m"), seconds=0.2).text("a" * 64)
        held.set()


def test_a_server_that_is_not_there(tmp_path):
    with pytest.raises(ServerError, match="cannot be reached"):
        _ = HttpLibrary("http://127.0.0.1:9", Memory(tmp_path / "m")).origin


def test_versions_that_were_signed_for_another_rule_are_refused(tmp_path):
    other = ANN.sign(release_of(ORIGIN, 1, ONE, name="other"))
    told = {"version": 1, "withdrawn": "", "statement": other.statement, "signature": other.signature}
    body = json.dumps({"versions": [told]}).encode()
    with hostile(body=body) as url, pytest.raises(StatementError, match="tells something else"):
        HttpLibrary(url, Memory(tmp_path / "m")).versions("ann", "news")


def test_a_newer_number_on_an_older_statement_is_refused(tmp_path):
    """An old version cannot be passed off as the newest."""
    old = ANN.sign(release_of(ORIGIN, 1, ONE))
    told = [
        {"version": number, "withdrawn": "", "statement": old.statement, "signature": old.signature}
        for number in (1, 2)
    ]
    body = json.dumps({"versions": told}).encode()
    with hostile(body=body) as url, pytest.raises(StatementError, match="another version than is told"):
        HttpLibrary(url, Memory(tmp_path / "m")).versions("ann", "news")


def test_what_is_packed_is_no_answer(tmp_path):
    asked = []

    class Packing(Hostile):
        def do_GET(self):  # noqa: N802 - as http.server calls it
            asked.append(self.headers["Accept-Encoding"])
            packed = gzip.compress(json.dumps(LISTED).encode())
            self.answer(200, packed, ("Content-Encoding", "gzip"), kind="application/json")

    with serving(Packing) as url, pytest.raises(ServerError, match="something else than is asked"):
        HttpLibrary(url, Memory(tmp_path / "m")).keys("ann")
    assert asked == ["identity"]


RULE = {
    "account": "ann", "name": "news", "version": 1, "sha256": "a" * 64, "licence": "", "title": "", "author": "",
    "site": "", "description": "", "withdrawn": "",
}  # fmt: skip


@pytest.mark.parametrize("name", ["../../x", "\x1b[2J", ""], ids=["path", "control", "nothing"])
def test_names_of_a_strangers_rules_are_names(tmp_path, name):
    body = json.dumps({"rules": [{**RULE, "name": name}], "after": ""}).encode()
    with hostile(body=body) as url, pytest.raises(ServerError, match="it names no rule"):
        list(HttpLibrary(url, Memory(tmp_path / "m")).search("x"))


def test_a_search_without_an_end_is_left(tmp_path):
    """Whether its pages are empty, or come one rule at a time."""

    class Endless(Hostile):
        number = 0
        rules = ()

        def do_GET(self):  # noqa: N802 - as http.server calls it
            type(self).number += 1
            type(self).body = json.dumps({"rules": self.rules, "after": f"{self.number:09}"}).encode()
            super().do_GET()

    with serving(Endless) as url:
        assert list(HttpLibrary(url, Memory(tmp_path / "m")).search("x")) == []
        Endless.rules = (RULE,)
        with pytest.raises(ServerError, match="has not answered"):
            list(HttpLibrary(url, Memory(tmp_path / "other"), seconds=0.2).search("x", most=1_000_000_000))


def test_who_does_not_answer_is_not_asked_again_at_once(tmp_path):
    asked = []

    class Failing(Hostile):
        def do_GET(self):  # noqa: N802 - as http.server calls it
            asked.append(self.path)
            self.answer(500, json.dumps({"message": "\x1b]0;evil\x07 \u202eon"}), kind="application/json")

    with serving(Failing) as url:
        library = HttpLibrary(url, Memory(tmp_path / "m"))
        for _ in range(3):
            with pytest.raises(ServerError, match=r"\\u001b\]0;evil\\u0007 \\u202eon"):
                _ = library.origin
    assert len(asked) == 1


@pytest.mark.parametrize(
    "told",
    [{"origin": "o" * 2_000_000}, {"origin": "\x1b[2J"}, {"hash": "a" * 64 + "\n"}, {"number": -1}],
    ids=["large", "control", "line", "less"],
)
def test_what_is_remembered_of_a_server_is_what_a_log_has(tmp_path, told):
    """Another server can still be asked, too."""

    class Boasting(Hostile):
        def do_GET(self):  # noqa: N802 - as http.server calls it
            self.answer(200, json.dumps({**LISTED, **told}), kind="application/json")

    memory = Memory(tmp_path / "m")
    with serving(Boasting) as url, pytest.raises(ServerError, match="something else than is asked"):
        _ = HttpLibrary(url, memory).origin
    assert memory.read() == Remembered()


def test_a_rule_without_versions_is_told(tmp_path):
    with hostile(body=b'{"versions": []}') as url, pytest.raises(ServerError, match="no version of ann/news"):
        HttpLibrary(url, Memory(tmp_path / "m")).versions("ann", "news")


def test_loads_that_are_no_numbers_of_use_are_passed_over(tmp_path):
    loads = [10**400, "1", None, 0.5]
    told = {**LISTED, "servers": [{"url": f"http://127.0.0.{n}", "load": load} for n, load in enumerate(loads)]}

    class Boasting(Hostile):
        def do_GET(self):  # noqa: N802 - as http.server calls it
            self.answer(200, json.dumps(told), kind="application/json")

    with serving(Boasting) as url:
        assert set(HttpLibrary(url, Memory(tmp_path / "m")).servers) == {url, "http://127.0.0.3"}


def test_the_lighter_of_two_is_asked_and_then_the_next(server, library, tmp_path):
    with rule_server(tmp_path, accounts=(), url="http://127.0.0.1:9") as away:
        away.service.note_load(-1.0)
        reader = server.library("third.json")
        assert list(reader.servers) == ["http://127.0.0.1:9", server.url]
        assert reader.keys("ann") == (ANN.public,)


def test_what_is_no_answer():
    with pytest.raises(ServerError, match="something else than is asked"):
        read_answer(b"<html>", dict[str, int])
