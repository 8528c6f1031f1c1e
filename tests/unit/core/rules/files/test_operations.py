import pytest

from scrapy_bt.core.documents.edits import Copy, Delete, MovePart
from scrapy_bt.core.documents.pieces import UneditableError
from scrapy_bt.core.rules.files.operations import (
    InsertPart,
    RenamePart,
    SetField,
    apply,
    resolve,
    simple,
    tag_path,
)
from scrapy_bt.core.rules.rule import TagRef

RULE = {
    "rule": "r",
    "layers": [
        {"layer": "a", "tags": [{"tag": "x", "link": ["b", "a"]}, {"tag": "y", "parent": "x"}]},
        {"layer": "b", "next": "z", "tags": [{"tag": "z", "link": True}]},
    ],
    "groups": [{"group": "g", "columns": [{"name": "c", "tag": "a.x"}, {"name": "d", "tag": "b.z"}]}],
}


def test_a_path_goes_by_names_or_by_numbers():
    path = tag_path(TagRef("b", "z"), "link")
    assert resolve(RULE, path) == ("layers", 1, "tags", 0, "link")
    assert resolve(RULE, ("layers", 1, "tags", "z", "link")) == ("layers", 1, "tags", 0, "link")
    assert resolve(RULE, ("site",)) == ("site",)
    with pytest.raises(UneditableError, match="there is no site"):
        resolve(RULE, ("site", "url"))


def test_what_a_change_means_for_the_values():
    tags = ("layers", "a", "tags")
    assert apply(RULE, SetField(("rule",), value="s"))["rule"] == "s"
    assert [tag["tag"] for tag in apply(RULE, Delete((*tags, 0)))["layers"][0]["tags"]] == ["y"]
    assert apply(RULE, InsertPart(("hosts",), value="h"))["hosts"] == ["h"]
    copied = apply(RULE, Copy((*tags, "y"), to=("layers", "b", "tags"), name="w", index=0))
    assert copied["layers"][1]["tags"][0] == {"tag": "w", "parent": "x"}
    moved = apply(RULE, MovePart((*tags, "y"), to=("layers", "b", "tags")))
    assert [[tag["tag"] for tag in layer["tags"]] for layer in moved["layers"]] == [["x"], ["z", "y"]]
    assert RULE["rule"] == "r", "the values that were given stay"


def test_a_new_name_of_a_layer_goes_to_links_and_columns():
    changed = simple(RULE, RenamePart(("layers", "b"), name="n"))
    assert changed == [
        SetField(("layers", 1, "layer"), value="n"),
        SetField(("layers", 0, "tags", 0, "link", 0), value="n"),
        SetField(("groups", 0, "columns", 1, "tag"), value="n.z"),
    ]


def test_a_new_name_of_a_tag_goes_to_its_layer_and_to_columns():
    assert simple(RULE, RenamePart(tag_path(TagRef("b", "z")), name="n")) == [
        SetField(("layers", 1, "tags", 0, "tag"), value="n"),
        SetField(("layers", 1, "next"), value="n"),
        SetField(("groups", 0, "columns", 1, "tag"), value="b.n"),
    ]
    assert SetField(("layers", 0, "tags", 1, "parent"), value="n") in simple(
        RULE, RenamePart(tag_path(TagRef("a", "x")), name="n")
    )


def test_a_tag_is_deleted_with_those_that_work_on_its_results():
    assert simple(RULE, Delete(("layers", "a", "tags", "x"))) == [
        Delete(("layers", 0, "tags", 1)),
        Delete(("layers", 0, "tags", 0)),
    ]
