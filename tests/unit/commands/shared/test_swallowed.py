"""Errors that are logged and not raised."""

from __future__ import annotations

import logging
from types import SimpleNamespace
from typing import Any

from scrapy_bt.commands.shared.swallowed import swallowed_errors, tell_error


def failed(text: str) -> ValueError:
    try:
        raise ValueError(text)
    except ValueError as error:
        return error


def test_errors_of_the_crawl_are_told_once_and_those_of_others_not() -> None:
    own, other = object(), object()
    crawler: Any = SimpleNamespace(spider=own)
    with swallowed_errors(crawler) as errors:
        for spider, text in ((own, "one"), (own, "one"), (None, "two"), (other, "three")):
            logging.getLogger("scrapy").error("%s", "a secret", exc_info=failed(text), extra={"spider": spider})
        logging.getLogger("scrapy").error("said, not raised")
        logging.getLogger("scrapy").warning("mild", exc_info=failed("four"))
    logging.getLogger("scrapy").error("behind it", exc_info=failed("five"))
    assert [error.partition(" (")[0] for error in errors] == ["ValueError: one", "ValueError: two"]


def test_an_error_is_told_with_its_place_in_one_line() -> None:
    told = tell_error(failed("a\n\tb"))
    assert told.startswith("ValueError: a b (test_swallowed.py, line ")
    assert told.endswith(", in failed)")
    assert tell_error(ValueError()) == "ValueError: "
