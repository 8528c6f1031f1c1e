import pytest

from scrapy_bt.core.language.edit import change
from scrapy_bt.core.rules.files.edit import change_rule
from scrapy_bt.errors import BTError, RuleError
from scrapy_bt.operations.edits.forms import make_operation
from scrapy_bt.operations.edits.parts import Spot, find_spot, take_part

TREE = """\
# Of a shop.

# The page of a product.
page :: visit "{url}"
offer :: item { name = css "h1::text"  price = css "b::text" }

main :: and (urls) {
    # Each of them.
    while urls {
        :page  print "{url}"
    }
    log "done"
}
"""
RULE = """\
rule: news
layers:
  - layer: list
    tags:
      # Its headline.
      - tag: title
        start: <h1>
      - {tag: text, start: <p>}
    next: title
groups:
  - group: rows
    columns:
      - name: a
        tag: list.title
"""


def put_in(text: str, path: str, part: str, *, is_tree: bool) -> str:
    spot = find_spot(text, path, part, is_tree=is_tree)
    name = "" if spot.name == spot.free else spot.free
    operation = make_operation("insert", [spot.to, part], is_tree=is_tree, index=spot.index, name=name)
    return (change if is_tree else change_rule)(text, [operation])


def test_a_declaration_comes_with_its_comments_under_a_name_that_is_free() -> None:
    part = take_part(TREE, "page", is_tree=True)
    assert part == '# The page of a product.\npage :: visit "{url}"'
    assert put_in("main :: and { :page }\n", "main/0", part, is_tree=True) == f"main :: and {{ :page }}\n{part}\n"
    again = '\n# The page of a product.\npage_2 :: visit "{url}"\noffer'
    assert again in put_in(TREE, "page", part, is_tree=True)


@pytest.mark.parametrize(
    ("path", "part", "spot"),
    [
        ("main/0", 'log "x"', Spot("2/0", None)),
        ("main/0/0", 'log "x"', Spot("2/0", 1)),
        ("main/1", 'log "x"', Spot("2", 2)),
        ("offer/name", 'price = css "b::text"', Spot("1", 1, "price", "price_2")),
        (".", "other :: and { }", Spot(".", None, "other", "other")),
    ],
)
def test_a_part_comes_into_what_is_chosen_or_behind_it(path: str, part: str, spot: Spot) -> None:
    assert find_spot(TREE, path, part, is_tree=True) == spot


def test_an_item_of_a_rule_comes_into_the_list_of_its_kind() -> None:
    tag = take_part(RULE, "layers/list/tags/title", is_tree=False)
    assert tag == "# Its headline.\n- tag: title\n  start: <h1>"
    changed = put_in(RULE, "layers/list/tags/text/start", tag, is_tree=False)
    assert "start: <p>}\n      # Its headline.\n      - tag: title_2\n        start: <h1>\n    next" in changed
    other = put_in("rule: x\nlayers:\n  - layer: a\n", "rule", tag, is_tree=False)
    assert "- tag: title\n" in other
    assert find_spot(RULE, "layers/list", "- group: rows", is_tree=False) == Spot("groups", None, "rows", "rows_2")
    assert find_spot(RULE, "groups/rows", "{name: a, tag: list.text}", is_tree=False).to == "groups/0/columns"


def test_what_fits_nowhere_is_told() -> None:
    with pytest.raises(BTError, match="choose where among the layers"):
        find_spot("rule: x\nlayers: [{layer: a}, {layer: b}]\n", "rule", "tag: t", is_tree=False)
    with pytest.raises(BTError, match="items of lists are copied"):
        take_part(RULE, "rule", is_tree=False)
    with pytest.raises(BTError, match="there is no nothing"):
        take_part(TREE, "nothing", is_tree=True)
    with pytest.raises(BTError, match="there is no 99999"):
        take_part(TREE, "9" * 5000, is_tree=True)
    with pytest.raises(BTError, match="nothing is put in"):
        find_spot(TREE, "main", " ", is_tree=True)
    with pytest.raises(RuleError):
        find_spot(TREE, "main", "%%%", is_tree=True)
