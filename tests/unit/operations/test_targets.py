import pytest

from scrapy_bt.core.language.parser import parse
from scrapy_bt.core.tree.program import Program
from scrapy_bt.errors import BTError
from scrapy_bt.frontier.entries import Bucket
from scrapy_bt.frontier.listings import ControlTarget
from scrapy_bt.operations.targets import check_among, describe, record


@pytest.mark.parametrize(
    ("target", "shown"),
    [
        (ControlTarget(), ""),
        (ControlTarget(task=3), " (task 3)"),
        (ControlTarget(node="page"), " at node 'page'"),
        (ControlTarget(tree="shop"), " of the tree 'shop'"),
        (ControlTarget(node="page/", tree="shop"), " at node 'page' and below it of the tree 'shop'"),
    ],
)
def test_a_target_stands_after_the_number_of_tasks(target, shown):
    assert describe(target) == shown


def test_a_target_as_json():
    assert record(ControlTarget(node="page")) == {"task": None, "node": "page", "tree": None}


@pytest.mark.parametrize("node", ["detail/", "main/while/", "while/", "main/while/detail/", "page/", "gone/"])
def test_what_is_below_a_node_is_there_where_tasks_were_or_the_tree_has_it(node: str) -> None:
    text = 'page :: visit "{url}"\ndetail :: and (url) { :page }\nmain :: and (url) { while true { :detail(url) } }\n'
    program = Program(parse(text), name="shop", text=text)
    if node == "gone/":
        with pytest.raises(BTError, match="nothing is at node 'gone'"):
            check_among(ControlTarget(node=node), [], program)
        check_among(ControlTarget(node=node), [Bucket("shop", "main/gone#2/page")], program)
    else:
        check_among(ControlTarget(node=node), [], program)
