"""What commands that train a sequence model have in common."""

import argparse

import pytest
from scrapy.exceptions import UsageError

from scrapy_bt.commands.shared.sequences import add_steps, sequence_course


def test_it_is_trained_for_some_steps_at_least():
    parser = argparse.ArgumentParser()
    add_steps(parser)
    with pytest.raises(UsageError, match="from 1 on"):
        sequence_course(None, parser.parse_args(["--steps", "0"]), print)
