"""What sentences say of two entities."""

import pytest

from scrapy_bt.core.preference.names import EntityName, NameRecogniser
from scrapy_bt.core.preference.relations import find_evidence, information, sentence_around

NAMES = [
    EntityName("Ada Lovelace", "ada", "person"),
    EntityName("Charles Babbage", "charles", "person"),
    EntityName("London", "london", "place"),
    EntityName("Analytical Society", "society", "organisation"),
    EntityName("巴贝奇", "charles", "person"),
    EntityName("伦敦", "london", "place"),
    EntityName("分析机", "engine", "work"),
    EntityName("分析学会", "society", "organisation"),
]


def found(text, links=None):
    mentions = NameRecogniser(NAMES).recognise(text)
    known = (links or {}).get
    return [one[:4] for one in find_evidence(text, mentions, lambda one, other: known((one, other), ""))]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Charles Babbage was born in London.", ("charles", "london", "born in")),
        ("The Analytical Society was founded by Charles Babbage.", ("charles", "society", "founded")),
        ("The Analytical Society, based in London, met.", ("society", "london", "located in")),
        ("Ada Lovelace was married to Charles Babbage (not true).", ("ada", "charles", "married to")),
        ("巴贝奇出生于伦敦。", ("charles", "london", "born in")),
        ("巴贝奇发明了分析机。", ("charles", "engine", "wrote")),
        ("分析机由巴贝奇设计。", ("charles", "engine", "wrote")),
        ("分析学会由巴贝奇创立。", ("charles", "society", "founded")),
        ("分析学会位于伦敦。", ("society", "london", "located in")),
    ],
)
def test_words_between_tell_the_relation(text, said):
    assert found(text) == [(*said, 0.8)]


@pytest.mark.parametrize("met", ["met", "was invented before", "was co-founded after"])
def test_without_telling_words_they_stand_beside_each_other(met):
    assert found(f"Ada Lovelace {met} Charles Babbage often.") == [("ada", "charles", "", 0.0)]


@pytest.mark.parametrize(
    "text", ["I saw Ada Lovelace. Charles Babbage wrote.", "他见了巴贝奇。分析机很大。", "London, London"]
)
def test_other_sentences_and_the_same_entity_tell_nothing(text):
    assert found(text) == []


def test_the_knowledge_base_knows_better_in_either_direction():
    links = {("charles", "ada"): "teacher of"}
    assert found("Ada Lovelace was married to Charles Babbage", links) == [("charles", "ada", "teacher of", 1.0)]


def test_evidence_is_the_sentence():
    text = "First one. Then Ada Lovelace met  Charles Babbage in town! Later more."
    start = text.index("Ada")
    assert sentence_around(text, start, start + 30) == "Then Ada Lovelace met Charles Babbage in town!"
    text = "以前没有。巴贝奇发明了分析机。后来呢？"
    assert sentence_around(text, text.index("巴"), text.index("机") + 1) == "巴贝奇发明了分析机。"
    assert len(sentence_around("x" * 10_000, 5_000, 5_010)) < 1_000


def test_long_lists_of_names_stay_bounded():
    names = [EntityName(f"Person{number:03}", str(number)) for number in range(200)]
    text = ", ".join(name.text for name in names)
    mentions = NameRecogniser(names).recognise(text)
    assert len(list(find_evidence(text, mentions, lambda *_: ""))) < 200 * 7


def test_information_is_of_how_much_more_often_than_by_chance():
    assert information(10, 10, 10, 1000) == pytest.approx(1.0)
    assert information(1, 100, 10, 1000) == pytest.approx(0.0)
    assert information(0, 5, 5, 100) == -1.0
    assert information(5, 100, 100, 1000) < 0.0
    assert information(0, 0, 0, 0) == 0.0
    assert information(3, 3, 3, 3) == 1.0
