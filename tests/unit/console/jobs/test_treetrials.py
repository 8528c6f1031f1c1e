from pathlib import Path

import pytest
from scrapy.exceptions import UsageError
from scrapy.settings import Settings

from scrapy_bt.console.jobs.treetrials import TreeTrials
from scrapy_bt.errors import BTError

TREE = """main :: and (who) {
    visit "https://a.test/"
    x = css "h1::text"
    item each css "div" {
        price = css ".price::text" as number
        name  = xpath "i/text()"
        who   = who
    }
}
"""
PAGE = """<script>1</script><h1>One</h1><div class=empty></div>
<div class=card><b class=price>none</b><i>A</i></div><div class=card><b class=price>12 EUR</b></div>"""


@pytest.fixture
def page(tmp_path: Path) -> str:
    (tmp_path / "a.html").write_text(PAGE)
    return str(tmp_path / "a.html")


def test_a_node_is_tried_with_its_elements_and_what_is_missing(page: str, tmp_path: Path) -> None:
    trials = TreeTrials(Settings())
    told = trials.try_node(TREE, str(tmp_path / "a.bt"), page, node="main/item", variables={"who": "me"})
    assert [one["name"] for one in told["nodes"]] == ["main/x=/css", "main/item"]
    assert told["values"] == [{"price": None, "name": "A", "who": "me"}, {"price": 12, "name": None, "who": "me"}]
    assert [(miss["row"], miss["field"]) for miss in told["misses"]] == [(0, "price"), (1, "name")]
    markup = trials.show(page)["html"]
    assert all(f'data-n="{n}" class="card"' in markup for n in told["marks"]["record"])
    assert [f'data-n="{n}"' in markup for n in told["marks"]["value"]] == [True] * 3
    first = trials.try_node(TREE, str(tmp_path / "a.bt"), page)
    assert (first["node"], first["values"]) == ("main/x=/css", ["One"])
    assert trials.count_in(TREE, "a.bt", [page])["rows"][0]["tags"] == {"main/x=/css": True, "main/item": True}


def test_faults_are_told_and_nothing_is_tried(page: str) -> None:
    trials = TreeTrials(Settings())
    assert trials.try_node("main :: and { :nowhere }", "a.bt", page)["faults"]
    assert trials.count_in("main :: and {", "a.bt", [page])["faults"]
    assert trials.try_node('main :: and { visit "https://a.test/" }', "a.bt", page)["nodes"] == []


def test_functions_are_read_anew_and_only_for_who_may(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    trials = TreeTrials(Settings())
    tree = 'main :: and { visit "https://a.test/"  x = python "readings_of_a_test:name" }'
    for word in ("one", "another"):
        (tmp_path / "readings_of_a_test.py").write_text(f"def name(response, context):\n    return ['{word}']\n")
        assert trials.try_node(tree, "a.bt", page, functions=True)["values"] == [word]
    with pytest.raises(UsageError, match="role of an editor"):
        trials.try_node(tree, "a.bt", page)
    gone = trials.try_node(tree.replace(":name", ":gone"), "a.bt", page, functions=True)
    assert "gone" in gone["troubles"][0]


def test_selectors_are_proposed_for_what_was_clicked(page: str) -> None:
    trials = TreeTrials(Settings())
    told = trials.try_node('main :: and { visit "https://a.test/"  x = css ".price" }', "a.bt", page)
    found = trials.suggest_selectors(page, told["marks"]["value"][0])
    assert found["text"] == "none"
    tried = f'main :: and {{ visit "https://a.test/"  x = {found["proposals"][0]["written"]} }}'
    assert trials.try_node(tried, "a.bt", page)["values"][0] == "none"
    for wrong in (-1, 10_000):
        with pytest.raises(BTError, match="no such element"):
            trials.suggest_selectors(page, wrong)


def test_a_page_that_is_no_tree_is_shown_as_text(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text('{"a": "<b>"}')
    trials = TreeTrials(Settings())
    assert "{" in trials.show(str(tmp_path / "a.json"))["html"]
    told = trials.try_node('main :: and { visit "https://a.test/"  x = json "a" }', "a.bt", str(tmp_path / "a.json"))
    assert told["values"] == ["<b>"]
