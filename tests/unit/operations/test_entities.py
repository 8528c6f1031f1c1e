"""What is around entities, and what is learned of relations."""

import sys

import pytest
from scrapy.settings import Settings

from scrapy_bt.core.preference.entities import Entity
from scrapy_bt.core.preference.relations import RelationEvidence
from scrapy_bt.errors import BTError
from scrapy_bt.operations.entities import find_one, learn_relations, neighbourhood, open_knowledge, view_of


@pytest.fixture
def store(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "scrapy.cfg").touch()
    with open_knowledge(Settings(), make=True) as store:
        yield store


def chain(store, length=6):
    store.add([Entity(f"q{at}", f"Name {at}", "step", links=(("next", f"q{at + 1}"),)) for at in range(length)])


def test_without_a_knowledge_base_it_is_told_how_to_make_one(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(BTError, match="scrapy bt entities import"), open_knowledge(Settings()):
        pass


def test_without_the_library_it_is_told_what_to_install(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "scrapy.cfg").touch()
    monkeypatch.setitem(sys.modules, "scrapy_bt.storage.entities", None)
    with pytest.raises(BTError, match="needs SQLAlchemy: pip install"), open_knowledge(Settings(), make=True):
        pass


@pytest.mark.parametrize(("written", "meant"), [("Vaccum", "VACUUM"), ("Logical replicaton", "logical replication")])
def test_a_misspelled_name_is_proposed_however_it_is_in_capitals(store, written, meant):
    store.add([Entity("q1", "VACUUM"), Entity("q2", "logical replication"), Entity("q3", "vacuumdb")])
    with pytest.raises(BTError, match=f"did you mean '{meant}'"):
        find_one(store, written)


def test_neighbours_come_by_distance_and_the_rest_is_counted(store):
    chain(store)
    near = neighbourhood(store, ["q2"])
    assert [(node.id, node.distance) for node in near.nodes] == [("q2", 0), ("q1", 1), ("q3", 1)]
    assert {(edge.first, edge.second) for edge in near.edges} == {("q1", "q2"), ("q2", "q3")}
    far = neighbourhood(store, ["q2"], depth=2)
    assert {node.id for node in far.nodes if node.distance == 2} == {"q0", "q4"}
    few = neighbourhood(store, ["q2"], depth=2, most=2)
    assert (len(few.nodes), few.omitted) == (2, 2)
    assert neighbourhood(store, ["q0"], depth=0).edges == ()


def test_what_sentences_say_is_around_it_too_and_a_link_has_its_evidence(store):
    chain(store, 3)
    store.relations.note(
        {
            "http://a.test/": [
                RelationEvidence("q0", "q1", "next", 0.8, "So it is.", ""),
                RelationEvidence("?x", "q0", "", 0.0, "Or so.", ""),
            ]
        }
    )
    graph = neighbourhood(store, ["q0"])
    assert {
        (edge.first, edge.second): (edge.confidence, edge.sentence)
        for edge in graph.edges
        if "q0" in edge.first + edge.second
    } == {
        ("q0", "q1"): (1.0, "So it is."),
        ("?x", "q0"): (0.0, "Or so."),
    }
    view = view_of(store, store.get(["q0"])["q0"])
    assert {one.sentence for one in view.related} == {"So it is.", "Or so."}
    assert view.names == {"q0": "Name 0", "q1": "Name 1"}


def test_links_teach_what_other_sentences_say(store):
    people = [
        Entity(f"p{at}", f"P{at}", "person", links=(("born in", f"t{at}"),) if at < 20 else ()) for at in range(30)
    ]
    store.add([*people, *(Entity(f"t{at}", f"T{at}", "place") for at in range(30))])
    pages = {}
    for at in range(30):
        born, saw = (
            RelationEvidence(f"p{at}", f"t{at}", "", 0.0, "…", "was born near"),
            RelationEvidence(f"p{at}", f"t{(at + 7) % 30}", "", 0.0, "…", "once saw"),
        )
        pages[f"http://a.test/{at}"] = [born, saw]
    store.relations.note(pages)
    trained = learn_relations(store)
    assert trained.relations == ("born in",)
    assert (trained.sentences, trained.typed) == (60, 30)
    assert trained.held_back.asked > 0
    born = {one.first: one.relation for _, one in store.relations.all() if one.between == "was born near"}
    assert set(born.values()) == {"born in"}
    assert {one.relation for _, one in store.relations.all() if one.between == "once saw"} == {""}


def test_nothing_is_learned_of_nothing(store):
    assert learn_relations(store).relations == ()
