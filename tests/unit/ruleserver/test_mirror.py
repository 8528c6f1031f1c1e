import pytest
import sqlalchemy as sa

from scrapy_bt.core.rules.sharing.statements import NewKey, StatementError, Withdrawal, read_statement
from scrapy_bt.ruleserver.mirror import begin_mirror, follow
from scrapy_bt.storage.sharing.ledger import RuleLedger
from scrapy_bt.storage.sharing.schema import LOG, open_rule_database
from tests.ruleservers import Signer, release_of, rule_server, rule_text

ANN, NEW, EVE = Signer(1), Signer(2), Signer(3)
ONE, TWO = rule_text("Version 1"), rule_text("Version 2")


@pytest.fixture
def server(tmp_path):
    with rule_server(tmp_path) as running:
        yield running


@pytest.fixture
def author(server):
    library = server.author(ANN)
    one = release_of(library.origin, 1, ONE)
    library.send("/v1/rules/ann/news", ANN.sign(one), ONE)
    library.send("/v1/keys", ANN.sign(NewKey(library.origin, "ann", NEW.base64, ANN.base64)))
    library.send("/v1/rules/ann/news", NEW.sign(release_of(library.origin, 2, TWO, one.sha256)), TWO)
    library.send("/v1/rules/ann/news/withdraw", NEW.sign(Withdrawal(library.origin, "ann", "news", 1, "old")))
    return library


@pytest.fixture
def mirror(tmp_path):
    engine = open_rule_database(f"sqlite:///{tmp_path}/mirror.db")
    yield RuleLedger(engine, is_mirror=True)
    engine.dispose()


def test_a_mirror_has_what_the_other_has(server, author, mirror):
    assert begin_mirror(mirror, server.library()) == author.origin
    assert follow(mirror, server.library()) == 5
    assert follow(mirror, server.library()) == 0
    ledger = server.service.ledger
    assert mirror.last() == ledger.last()
    assert mirror.versions("ann", "news") == ledger.versions("ann", "news")
    assert [row["version"] for row in mirror.search("news")] == [2]
    assert mirror.keys("ann") == ledger.keys("ann")
    assert mirror.text(release_of(author.origin, 2, TWO).sha256) == TWO


def test_a_fork_is_told_and_nothing_is_taken(server, author, mirror):
    begin_mirror(mirror, server.library())
    follow(mirror, server.library())
    before = mirror.last()
    with server.service.engine.begin() as connection:
        connection.execute(sa.update(LOG).where(LOG.c.number == before.number).values(hash="f" * 64))
    with pytest.raises(StatementError, match="another history"):
        follow(mirror, server.library("fresh.json"))
    assert mirror.last() == before


@pytest.mark.parametrize("number", [1, 2, 3])
def test_a_server_that_changes_its_past_is_believed_nothing(server, author, mirror, number):
    begin_mirror(mirror, server.library())
    with server.service.engine.begin() as connection:
        row = connection.execute(sa.select(LOG).where(LOG.c.number == number)).one()
        forged = EVE.sign(read_statement(row.statement))
        connection.execute(sa.update(LOG).where(LOG.c.number == number).values(signature=forged.signature))
    with pytest.raises(StatementError, match="does not follow the one before"):
        follow(mirror, server.library())
    assert mirror.last().number == number - 1


def test_an_empty_database_is_needed(server, author, mirror):
    mirror.begin()
    with pytest.raises(StatementError, match="another log than this database"):
        begin_mirror(mirror, server.library())
