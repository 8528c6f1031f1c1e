"""Whose lines of the log are made."""

import logging

import pytest
from scrapy.logformatter import LogFormatter

from scrapy_bt.engine.lines import is_told


class OwnFormatter(LogFormatter):
    """May do anything with a page."""


@pytest.fixture
def logger():
    made = logging.Logger("apart", logging.NOTSET)  # noqa: LOG001  # known to nobody
    made.setLevel(logging.DEBUG)
    made.addHandler(logging.NullHandler(logging.INFO))
    return made


def test_a_line_that_no_handler_takes_is_not_made(logger):
    assert not is_told(logger, LogFormatter())


def test_a_handler_for_all_of_them_takes_it(logger):
    logger.addHandler(logging.NullHandler(logging.DEBUG))
    assert is_told(logger, LogFormatter())


def test_a_handler_further_up_takes_it_unless_the_logger_keeps_it(logger):
    logger.parent = logging.Logger("above", logging.NOTSET)  # noqa: LOG001  # as above
    logger.parent.addHandler(logging.NullHandler())
    assert is_told(logger, LogFormatter())
    logger.propagate = False
    assert not is_told(logger, LogFormatter())


def test_a_logger_that_is_not_open_makes_none(logger):
    logger.addHandler(logging.NullHandler())
    logger.setLevel(logging.INFO)
    assert not is_told(logger, LogFormatter())


def test_a_formatter_or_a_filter_of_somebodys_own_sees_every_line(logger):
    assert is_told(logger, OwnFormatter())
    logger.addFilter(lambda record: True)
    assert is_told(logger, LogFormatter())
