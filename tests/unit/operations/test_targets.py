import pytest

from scrapy_bt.frontier.protocol import Target
from scrapy_bt.operations.targets import describe, record


@pytest.mark.parametrize(
    ("target", "shown"),
    [
        (Target(), ""),
        (Target(task=3), " (task 3)"),
        (Target(node="page"), " at node 'page'"),
        (Target(tree="shop"), " of the tree 'shop'"),
    ],
)
def test_a_target_stands_after_the_number_of_tasks(target, shown):
    assert describe(target) == shown


def test_a_target_as_json():
    assert record(Target(node="page")) == {"task": None, "node": "page", "tree": None}
