"""Where the store of healing lies."""

from contextlib import closing
from secrets import token_hex

import psycopg
import pytest
import sqlalchemy as sa
from sqlalchemy.exc import OperationalError

from scrapy_bt.core.healing.proposals import Choice, Proposal, State, Trial
from scrapy_bt.errors import BTError
from scrapy_bt.storage.databases import kind_of_database
from scrapy_bt.storage.healing import HealingStore
from scrapy_bt.storage.healing_connections import StoreUnavailableError, is_postgresql

ONE = Proposal("product", "title", "h1", (Choice("h2", 0.9, Trial(4, 4, 4)),))


def test_what_another_worker_decides_is_another_revision(place):
    with closing(HealingStore(place)) as store, closing(HealingStore(place)) as other:
        filed = store.proposals.file("shop", ONE)
        before = store.proposals.revision()
        assert store.proposals.revision() == before
        other.proposals.decide(filed.id, State.ACCEPTED)
        assert store.proposals.revision() != before
        assert [one.state for one in store.proposals.of("shop")] == [State.ACCEPTED]


def test_two_workers_that_file_the_same_keep_one(place):
    with closing(HealingStore(place)) as store, closing(HealingStore(place)) as other:
        assert store.proposals.file("shop", ONE).id == other.proposals.file("shop", ONE).id


def test_a_connection_that_was_lost_is_made_anew(postgres):
    with closing(HealingStore(postgres.url)) as store:
        known = store.spiders()
        with psycopg.connect(postgres.url.replace("+psycopg", ""), autocommit=True) as admin:
            admin.execute(
                "SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity"
                " WHERE pid != pg_backend_pid() AND backend_type = 'client backend'"
            )
        with pytest.raises(StoreUnavailableError, match="the store of healing cannot be used: "):
            store.spiders()
        assert store.spiders() == known


@pytest.mark.parametrize(
    "change", ["DROP TABLE bt_healing.format", "UPDATE bt_healing.format SET number = 1"], ids=["not noted", "noted"]
)
@pytest.mark.parametrize("place", ["postgres"], indirect=True)
def test_tables_of_another_version_are_refused_in_a_database_too(place, change):
    for _ in range(2):
        HealingStore(place).close()
    with psycopg.connect(place, autocommit=True) as admin:
        admin.execute(change)
    with pytest.raises(BTError, match="bt_healing of PostgreSQL is of format 1, this version reads 2: rename it, or"):
        HealingStore(place)
    with psycopg.connect(place, autocommit=True) as admin:
        admin.execute("DROP SCHEMA bt_healing CASCADE")
    HealingStore(place).close()


def test_what_the_disk_refuses_is_told(tmp_path):
    with closing(HealingStore(tmp_path / "healing.db")) as store:
        store._connection._connection.execute("PRAGMA query_only = ON")
        told = "^the store of healing cannot be used: attempt to write a readonly database$"
        with pytest.raises(StoreUnavailableError, match=told):
            store.proposals.file("shop", ONE)
        assert store.proposals.of("shop") == []


def test_a_file_that_is_damaged_is_told(tmp_path):
    path = tmp_path / "healing.db"
    with closing(HealingStore(path)) as store:
        for number in range(50):
            text = f"<p>{token_hex(3000)}</p>"
            store.add_page("shop", "n", state="good", url=f"/{number}", status=200, markup=text, seen=[])
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2].ljust(len(whole), b"\xab"))
    told = "^the store of healing is damaged: database disk image is malformed; move it away, or restore it$"
    with closing(HealingStore(path)) as store, pytest.raises(BTError, match=told):
        store.pages("shop", "n", "good")


def test_texts_have_no_character_of_number_0_there(place):
    with closing(HealingStore(place)) as store:
        store.add_page("shop", "n", state="good", url="https://a.test/", status=200, markup="<p>a\0b</p>", seen=[])
        (page,) = store.pages("shop", "n", "good")
        assert page.markup.startswith("<p>a")


def test_what_cannot_be_opened_is_told():
    with pytest.raises(BTError, match="in PostgreSQL cannot be opened"):
        HealingStore("postgresql://127.0.0.1:1/none")


def test_addresses_are_told_from_paths():
    assert is_postgresql("postgresql+psycopg://db/x")
    assert not is_postgresql("folder/postgresql.db")


def test_a_lock_is_of_one_transaction_at_a_time(postgres):
    engine = sa.create_engine(postgres.url)
    with engine.begin() as first:
        kind_of_database("postgresql").lock(first, 7)
        with engine.begin() as other:
            kind_of_database("postgresql").lock(other, 8)
            other.execute(sa.text("SET LOCAL lock_timeout = 1"))
            with pytest.raises(OperationalError, match="lock timeout"):
                kind_of_database("postgresql").lock(other, 7)
    with engine.begin() as other:
        kind_of_database("postgresql").lock(other, 7)
    engine.dispose()
