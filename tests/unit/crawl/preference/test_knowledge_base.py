"""The knowledge base of a crawl."""

import asyncio
import sqlite3
from contextlib import closing

from scrapy_bt.core.preference.entities import Entity
from scrapy_bt.crawl.preference.knowledge_base import KnowledgeBase
from scrapy_bt.storage.entities import EntityStore


def test_names_are_read_and_pages_written(tmp_path):
    url = f"sqlite:///{tmp_path}/a.db"
    with closing(EntityStore(url)) as store:
        store.add([Entity("q1", "Paris", "place", "on the seine"), Entity("q2", "Paris", "person", "of troy")])
    knowledge = KnowledgeBase(url, print)
    assert [name.entity for name in knowledge.names()] == ["q1", "q2"]
    assert knowledge.linker().choose("Paris", ["q1", "q2"], context=["troy"], others=()) == "q2"
    knowledge.note("http://a.test/", {"q1": 2})
    knowledge.note("http://a.test/2", {})
    asyncio.run(knowledge.close())
    with closing(EntityStore(url)) as store:
        assert store.named("http://a.test/") == {"q1": 2}


def test_what_cannot_be_written_is_told_once(tmp_path):
    told = []
    knowledge = KnowledgeBase(f"sqlite:///{tmp_path}/a.db", lambda *words: told.append(words))
    for number in range(250):
        knowledge.note(f"http://a.test/{number}", {"q": None})
    asyncio.run(knowledge.close())
    assert [words[0] for words in told] == ["The knowledge base cannot be written: %s"]


def test_without_one_there_are_no_names():
    knowledge = KnowledgeBase("", print)
    assert list(knowledge.names()) == []
    knowledge.note("http://a.test/", {"q": 1})
    asyncio.run(knowledge.close())


def test_a_crawl_goes_on_without_one_that_cannot_be_read(tmp_path):
    (tmp_path / "a.db").write_bytes(b"no database" * 1000)
    told = []
    knowledge = KnowledgeBase(f"sqlite:///{tmp_path}/a.db", lambda message, *values: told.append(message % values))
    assert list(knowledge.names()) == []
    knowledge.note("http://a.test/", {"q": 1})
    asyncio.run(knowledge.close())
    [warning] = told
    assert warning.startswith("The crawl goes on without the knowledge base: ")
    assert "file is not a database" in warning


def test_one_whose_tables_are_gone_is_told_and_let_go(tmp_path):
    url, told = f"sqlite:///{tmp_path}/a.db", []
    EntityStore(url).close()
    with closing(sqlite3.connect(tmp_path / "a.db")) as raw:
        raw.execute("DROP TABLE bt_links")
    knowledge = KnowledgeBase(url, lambda message, *values: told.append(message % values))
    assert list(knowledge.names()) == []
    asyncio.run(knowledge.close())
    assert "no such table: bt_links" in told[0]


def test_names_in_another_spelling_are_known(tmp_path):
    url, told = f"sqlite:///{tmp_path}/a.db", []
    with closing(EntityStore(url)) as store:
        store.add(
            [Entity("q1", "Lovelace, Ada", "person", "mathematician"), Entity("q2", "Babbage", "person", "engine")]
        )
    new = [Entity(f"?{name}", name, "person") for name in ("Ada Lovelace", "Babage", "Somebody")]

    async def ask():
        knowledge = KnowledgeBase(url, lambda message, *values: told.append(message % values))
        found = [await knowledge.known(new, frozenset(context), ()) for context in ((), {"engine"}, {"engine"})]
        with closing(sqlite3.connect(tmp_path / "a.db")) as raw:
            raw.execute("DROP TABLE bt_alias_parts")
        found.append(await knowledge.known([Entity("?x", "Lovelace Ada")], frozenset(), ()))
        await knowledge.close()
        return found

    same = {"?Ada Lovelace": "q1"}
    assert asyncio.run(ask()) == [same, both := {**same, "?Babage": "q2"}, both, {}]
    assert "no such table: bt_alias_parts" in told[0]
    assert asyncio.run(KnowledgeBase("", print).known(new, frozenset(), ())) == {}
