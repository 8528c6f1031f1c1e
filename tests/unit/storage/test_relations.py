"""Relations with what says them, in SQLite; entities that become one."""

import pytest

from scrapy_bt.core.preference.entities import Entity
from scrapy_bt.core.preference.relations import RelationEvidence
from scrapy_bt.storage.entities import EntityStore


def said(first, second, relation="", confidence=0.0, sentence="They met."):
    return RelationEvidence(first, second, relation, confidence, sentence, "met")


@pytest.fixture
def store(tmp_path):
    store = EntityStore(f"sqlite:///{tmp_path}/a.db")
    store.add([Entity(id_, id_.upper()) for id_ in ("ada", "charles", "london", "paris")])
    yield store
    store.close()


def test_pages_that_say_the_same_count_together_with_the_surest_sentence(store):
    pages = {f"http://a.test/{number}": {"ada": 1, "charles": 1} for number in range(3)}
    pages |= {f"http://b.test/{number}": {"london": 1} for number in range(9)}
    store.note(pages)
    store.relations.note(
        {
            "http://a.test/0": [said("ada", "charles", "knows", 0.6), said("charles", "ada")],
            "http://a.test/1": [said("ada", "charles", "knows", 0.9, "Surely.")],
            "http://a.test/2": [said("charles", "ada"), said("ada", "london")],
        }
    )
    known, *rest = store.relations.of(["charles"])
    assert (known.first, known.second, known.relation, known.pages) == ("ada", "charles", "knows", 2)
    assert (known.confidence, known.sentence, known.url) == (0.9, "Surely.", "http://a.test/1")
    assert known.weight > 0.9
    assert [(one.first, one.second, one.relation) for one in rest] == [("ada", "charles", "")] * len(rest)
    assert {one.second for one in store.relations.of(["ada"])} == {"charles", "london"}


def test_a_page_that_comes_again_is_corrected(store):
    store.relations.note({"http://a.test/": [said("ada", "charles", "knows", 0.6)]})
    store.relations.note({"http://a.test/": []})
    assert list(store.relations.all()) == []


def test_what_is_said_of_one_goes_over_to_the_other(store):
    store.relations.note(
        {
            "http://a.test/1": [said("ada", "london", "born in", 0.8), said("charles", "london", "born in", 0.8)],
            "http://a.test/2": [said("charles", "paris", "born in", 0.8), said("ada", "charles")],
        }
    )
    store.merge("ada", "charles")
    assert [(url[-1], one.first, one.second) for url, one in store.relations.all()] == [
        ("1", "ada", "london"),
        ("2", "ada", "paris"),
    ]


def test_a_sentence_gets_its_meaning_later(store):
    store.relations.note({"http://a.test/1": [said("ada", "london")]})
    [(url, before)] = store.relations.all()
    store.relations.retype(url, before, "born in", 0.9)
    [after] = store.relations.of(["ada"])
    assert (after.relation, after.confidence) == ("born in", 0.9)


def test_search_takes_parts_of_names_by_their_letters(store):
    store.add([Entity("q9", "100% Ada_x", aliases=("巴贝奇",))])
    store.note({"http://a.test/": {"q9": 1}})
    assert [one.id for one in store.search("ADA")] == ["q9", "ada"]
    assert [one.id for one in store.search("贝奇")] == ["q9"]
    assert [one.id for one in store.search("0%")] == ["q9"]
    assert [one.id for one in store.search("a_")] == ["q9"]
    assert store.search("\\") == []


def test_links_are_found_from_both_ends(store):
    store.add([Entity("q9", "Nine", links=(("in", "london"),))])
    assert store.linked_to(["london"]) == store.linked_to(["q9"]) == [("q9", "in", "london")]
    assert list(store.links()) == [("q9", "in", "london")]


def test_new_entities_leave_known_ones_as_they_are(store):
    store.note_new([Entity("ada", "other"), Entity("?x", "X", "person"), Entity("?" + "y" * 300, "Y")])
    assert store.get(["ada", "?x"])["ada"].name == "ADA"
    assert store.get(["?x"])["?x"].kind == "person"
