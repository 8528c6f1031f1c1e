from argparse import ArgumentParser

import pytest

from scrapy_bt.commands.targets import add_target


def test_only_one_thing_is_chosen(capsys):
    parser = ArgumentParser()
    add_target(parser)
    assert parser.parse_args(["--task", "3"]).task == 3
    with pytest.raises(SystemExit):
        parser.parse_args(["--task", "3", "--node", "page"])
