from argparse import ArgumentParser

import pytest

from scrapy_bt.commands.shared.targets import add_target, read_target
from scrapy_bt.errors import BTError
from scrapy_bt.frontier.listings import ControlTarget


def read(*words: str) -> ControlTarget:
    parser = ArgumentParser()
    add_target(parser)
    return read_target(parser.parse_args(words))


def test_a_task_a_node_a_tree_or_a_node_of_a_tree_is_chosen() -> None:
    assert read() == ControlTarget()
    assert read("--task", "3") == ControlTarget(task=3)
    assert read("--node", "page/", "--tree", "shop") == ControlTarget(node="page/", tree="shop")


def test_a_task_is_no_node() -> None:
    with pytest.raises(BTError, match="--task is one task"):
        read("--task", "3", "--node", "page")
