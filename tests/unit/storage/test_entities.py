"""A knowledge base in SQLite and in PostgreSQL."""

import sqlite3
from contextlib import closing

import pytest
import sqlalchemy as sa

from scrapy_bt.core.preference.entities import Entity
from scrapy_bt.core.preference.names import EntityName
from scrapy_bt.storage.entities import EntityStore, Mentioned
from scrapy_bt.storage.rows import StoreError

ADA = Entity("q1", "Ada Lovelace", "person", "mathematician", ("Ada", "Countess"), (("knew", "q2"),))
BABBAGE = Entity("q2", "Charles Babbage", "person", "engineer")
OTHER = Entity("q3", "Ada", "language")


@pytest.fixture(params=["sqlite", "postgresql"])
def store(request, tmp_path):
    if request.param == "sqlite":
        store = EntityStore(f"sqlite:///{tmp_path}/a.db")
    else:
        url = request.getfixturevalue("postgres").url
        store = EntityStore(url)
        engine = sa.create_engine(url.replace("postgresql:", "postgresql+psycopg:"))
        with engine.begin() as connection:
            connection.execute(sa.text("TRUNCATE bt_entities, bt_aliases, bt_links, bt_mentions"))
        engine.dispose()
    yield store
    store.close()


def test_entities_come_back_by_any_name_and_again_are_updated(store):
    assert store.add([ADA, BABBAGE, OTHER]) == 3
    assert {one.id for one in store.find("ADA")} == {"q1", "q3"}
    [found] = store.find("countess")
    assert (found.id, set(found.aliases), found.links) == ("q1", {"Ada", "Countess"}, (("knew", "q2"),))
    store.add([Entity("q1", "Ada Lovelace", "person")])
    assert store.find("countess") == []
    store.note_new([Entity("?mary somerville", "Mary Somerville", "scholar")])
    assert [one.id for one in store.find("?Mary Somerville")] == ["?mary somerville"]
    assert store.find("q1")[0].aliases == ()
    assert [one.id for one in store.entities(kind="person")] == ["q1", "q2"]
    assert [one.id for one in store.entities(after="q1", most=1)] == ["q2"]


def test_names_and_who_shares_one(store):
    store.add([ADA, BABBAGE, OTHER])
    assert {(name.text, name.entity) for name in store.names()} >= {("Ada", "q1"), ("Ada", "q3"), ("Countess", "q1")}
    assert {one.id for one in store.ambiguous()} == {"q1", "q3"}
    assert store.get(["q2", "none"]) == {"q2": BABBAGE}


def test_pages_and_entities_lead_to_each_other(store):
    store.add([ADA, BABBAGE])
    store.note({"http://a.test/1": {"q1": 3, "q2": 1}, "http://a.test/2": {"q1": 5}})
    store.note({"http://a.test/1": {"q1": 2}})
    store.note({})
    assert store.pages("q1") == [Mentioned("http://a.test/2", 5), Mentioned("http://a.test/1", 2)]
    assert store.named("http://a.test/1") == {"q1": 2}
    assert store.popularity() == {"q1": 2}


def test_two_that_are_the_same_become_one(store):
    store.add(
        [ADA, BABBAGE, OTHER, Entity("q4", "A. Lovelace", description="poet's daughter", links=(("knew", "q1"),))]
    )
    store.note({"http://a.test/1": {"q1": 3, "q4": 1}, "http://a.test/2": {"q4": 5}})
    merged = store.merge("q1", "q4")
    assert set(merged.aliases) == {"Ada", "Countess", "A. Lovelace"}
    assert merged.links == (("knew", "q2"),)
    assert store.find("q4") == []
    assert store.pages("q1") == [Mentioned("http://a.test/2", 5), Mentioned("http://a.test/1", 3)]
    with pytest.raises(StoreError, match="'q9' is no entity"):
        store.merge("q1", "q9")
    with pytest.raises(StoreError):
        store.merge("q1", "q1")


@pytest.mark.parametrize(
    "entity",
    [Entity("q" * 300, "A"), Entity("q", "A", "k" * 200), Entity("q", "A", links=(("r" * 200, "q2"),))],
)
def test_what_does_not_fit_is_refused(store, entity):
    with pytest.raises(StoreError, match="characters, and may have"):
        store.add([entity])


def test_what_fails_is_told_as_a_fault_of_the_knowledge_base(tmp_path):
    with closing(EntityStore(f"sqlite:///{tmp_path}/a.db")) as store:
        store.add([Entity("q1", "Ada")])
        with closing(sqlite3.connect(tmp_path / "a.db")) as raw:
            raw.execute("DROP TABLE bt_links")
        with pytest.raises(
            StoreError, match=r"^the knowledge base sqlite:.*a\.db cannot be used: no such table: bt_links"
        ):
            store.find("Ada")


def test_whoever_reads_all_entities_slowly_lets_others_write(store):
    store.add(Entity(f"q{number:04}", f"Name {number}") for number in range(1200))
    reading = store.entities()
    first = next(reading)
    store.add([Entity("q9999", "The last")])
    assert [first.id, *(one.id for one in reading)] == [f"q{number:04}" for number in [*range(1200), 9999]]
    assert [one.id for one in store.entities(after="q0597", most=3)] == ["q0598", "q0599", "q0600"]


def test_names_with_the_same_parts_are_found_the_nearest_first(store):
    store.add(
        [
            ADA,
            BABBAGE,
            OTHER,
            Entity("?ada lovelce", "Ada Lovelce"),
            Entity("q5", "查尔斯·巴贝奇"),
            Entity("q6", "Adam"),
        ]
    )
    found = store.spelled_like("Ada Lovelce")
    assert found[0] == EntityName("Ada Lovelace", "q1", "person")
    assert "?ada lovelce" not in [name.entity for name in found]
    assert store.spelled_like("Babbage, Charls")[0].entity == "q2"
    assert [name.entity for name in store.spelled_like("zzzyyyxxx")] == []
    assert list(store.spelled_like('"')) == []
    store.merge("q2", "q1")
    assert store.spelled_like("Ada Lovelce")[0].entity == "q2"
    store.add([Entity("q2", "Somebody else")])
    assert "Ada Lovelace" not in [name.text for name in store.spelled_like("Ada Lovelce")]


@pytest.mark.parametrize(
    ("name", "spelled"),
    [
        ("محمد الخوارزمي", "محمد الخوارزم"),
        ("דוד בן גוריון", "דוד בן גוריין"),
        ("रवीन्द्रनाथ ठाकुर", "रवीन्द्रनथ ठाकुर"),
        ("ปรีดี พนมยงค์", "ปรีดี พนมยงศ์"),
        ("Гагарин Юрий", "Юрий Гагрин"),
    ],
)
def test_names_in_other_scripts_are_found_by_their_parts(tmp_path, name, spelled):
    """By a PostgreSQL, where its locale knows their letters."""
    with closing(EntityStore(f"sqlite:///{tmp_path}/a.db")) as store:
        store.add([ADA, Entity("q9", name)])
        assert [found.entity for found in store.spelled_like(spelled)] == ["q9"]


def test_a_database_without_an_index_of_parts_finds_none(tmp_path):
    url = f"sqlite:///{tmp_path}/a.db"
    EntityStore(url).close()
    with closing(sqlite3.connect(tmp_path / "a.db")) as raw:
        for what in ("TRIGGER bt_aliases_go", "TRIGGER bt_aliases_come", "TABLE bt_alias_parts"):
            raw.execute(f"DROP {what}")
    with closing(EntityStore(url)) as store:
        store.add([ADA])
        assert list(store.spelled_like("Ada Lovelce")) == []
