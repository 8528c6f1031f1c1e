"""A classifier learns from links what sentences say."""

from scrapy_bt.core.preference.supervision import NONE, Example, RelationClassifier, judge

SAYINGS = {
    "born in": ["was born in", "came into the world in", "a native of", "生于"],
    "works for": ["is employed by", "joined", "has worked for", "供职于"],
    NONE: ["and", "talked about", "visited", "与"],
}


def examples(count=12):
    return [
        Example((f"{relation}{number}", f"x{number}"), saying, ("person", "place"), relation)
        for relation, sayings in SAYINGS.items()
        for number in range(count)
        for saying in sayings
    ]


def test_it_learns_what_tells_a_relation_and_how_sure_it_is():
    classifier = RelationClassifier(examples())
    assert classifier.relations == ["born in", "works for"]
    assert classifier.classify("came into the world in", ("person", "place"))[0] == "born in"
    relation, sure = classifier.classify("供职于", ("person", "place"))
    assert (relation, sure > 0.8) == ("works for", True)
    assert classifier.classify("talked about", ("person", "place"))[0] == NONE
    relation, sure = classifier.classify("lorem ipsum", ("person", "place"))
    assert relation == NONE or sure < 0.8


def test_pairs_that_were_held_back_judge_it():
    judged = judge(examples())
    assert judged.asked > 10
    assert judged.right == judged.asked


def test_too_few_examples_teach_nothing():
    classifier = RelationClassifier([Example(("a", "b"), "was born in", ("", ""), "born in")] * 2)
    assert classifier.relations == []
    assert classifier.classify("was born in", ("", "")) == (NONE, 0.0)
    assert judge([]) == (0, 0)
    assert RelationClassifier([]).classify("x", ("", "")) == (NONE, 0.0)
