from __future__ import annotations

from scrapy_bt.core.inference.answers.data.leaves import Leaf, jmespath_of, json_leaves
from scrapy_bt.core.inference.answers.extraction import extract
from scrapy_bt.core.inference.answers.values import Extraction
from tests.recordings import answer


def test_leaves_and_paths() -> None:
    leaves = json_leaves(answer("/", {"a": [1, {"b-c": "x"}], "t": True, "n": None}))
    assert {text: [jmespath_of(leaf.steps) for leaf in own] for text, own in leaves.exact.items()} == {
        "1": ["a[0]"],
        "x": ['a[1]."b-c"'],
        "true": ["t"],
    }
    assert jmespath_of(()) == "@"


def test_what_lies_very_deep_is_no_origin() -> None:
    value: object = "secret"
    for _ in range(200):
        value = [{"a": value}]
    assert not json_leaves(answer("/", {"deep": value})).exact


def test_an_entry_is_told_by_its_siblings_too() -> None:
    own = answer("/", {"rows": [{"name": "a", "key": "k1"}, {"name": "b", "key": "k2"}]})
    (leaf,) = json_leaves(own).exact["k2"]
    assert leaf.name == "key"
    assert [path for path, _ in leaf.paths()] == ["rows[1].key", "rows[-1].key", "rows[?name=='b'].key | [0]"]
    assert all(extract(own, Extraction("json", path)) == ["k2"] for path, _ in leaf.paths())
    assert Leaf((0,), "x").name == ""


def test_what_the_last_row_holds_is_told_by_the_row_however_it_lies_in_it() -> None:
    rows = [{"sort": [number, f"row {number}"]} for number in range(11, 14)]
    exact = json_leaves(answer("/", {"rows": rows, "tags": ["a", "b"]})).exact
    assert "rows[-1].sort[0]" in dict(exact["13"][0].paths())
    assert "rows[-1].sort[1]" in dict(exact["row 13"][0].paths())
    assert not any("[-1]" in path for path, _ in exact["12"][0].paths())
    assert "tags[-1]" in dict(exact["b"][0].paths())


def test_names_that_are_no_words_of_ascii_stand_in_quotes() -> None:
    for name in ("a²", "a٣", "é", "a b", 'a"b', "1"):
        assert extract(answer("https://a.test/", {name: "x"}), Extraction("json", jmespath_of((name,)))) == ["x"]
