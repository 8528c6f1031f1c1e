import json
import types

import pytest

from scrapy_bt.crawl.reading.blame import blame
from scrapy_bt.crawl.reading.selectors import PageReader
from scrapy_bt.errors import NodeError

MODULE = """
import json


def helper(text):
    return json.loads(text)


def read(response, context):
    return helper(context["text"])


def give(response, context):
    yield 1
    yield 1 / 0


def refuse(response, context):
    raise SystemError
"""


@pytest.fixture(scope="module")
def reader():
    """Reads with an author's module that stands in a file of its own."""
    module = types.ModuleType("prices")
    exec(compile(MODULE, "/shop/prices.py", "exec"), module.__dict__)  # what an import does
    return PageReader(lambda reference: getattr(module, reference))


def test_the_author_s_last_line_is_named_not_that_of_a_library(reader):
    with pytest.raises(NodeError) as caught:
        reader.call("read", None, {"text": "{"})
    said = "JSONDecodeError: Expecting property name enclosed in double quotes: line 1 column 2 (char 1)"
    assert str(caught.value) == f"{said} (/shop/prices.py:6)"
    assert isinstance(caught.value.__cause__, json.JSONDecodeError)


def test_a_generator_s_error_has_its_line_too(reader):
    with pytest.raises(NodeError, match=r"^ZeroDivisionError: division by zero \(/shop/prices\.py:15\)$"):
        reader.call("give", None, {})


def test_an_error_without_words_is_named_by_its_type(reader):
    with pytest.raises(NodeError, match=r"^SystemError \(/shop/prices\.py:19\)$"):
        reader.call("refuse", None, {})


def test_our_own_errors_stay_as_they_are():
    error = NodeError("as it is")
    assert blame(error) is error


def test_an_error_that_never_was_raised_has_no_line():
    assert str(blame(ValueError("x"))) == "ValueError: x"
