"""What is packed has a bound, of any number of parts."""

import gzip
import zlib

import pytest

from scrapy_bt.core.documents.packing import LargeError, inflated
from scrapy_bt.core.documents.plain import is_same, node_of, plain_of
from scrapy_bt.core.documents.report import ShapeReport
from scrapy_bt.core.documents.yaml import compose_yaml

TEXT = b"a page " * 5_000


def test_zlib_data_and_gzip_files_of_any_number_of_parts_are_read() -> None:
    assert inflated(zlib.compress(TEXT), len(TEXT)) == TEXT
    assert inflated(gzip.compress(TEXT) + gzip.compress(b"more"), 100_000) == TEXT + b"more"
    assert inflated(zlib.compress(b""), 0) == b""
    noise = bytes(value * value * 31 % 251 for value in range(100_000))
    assert inflated(zlib.compress(noise, 0), 100_000) == noise  # more than one block


@pytest.mark.parametrize("most", [0, 1, len(TEXT) - 1])
def test_what_holds_more_than_it_may_is_refused(most: int) -> None:
    with pytest.raises(LargeError, match=rf"more than {most:,} bytes"):
        inflated(gzip.compress(TEXT), most)
    with pytest.raises(LargeError):
        inflated(gzip.compress(TEXT[: most // 2 + 1]) * 2, most)


@pytest.mark.parametrize("data", [b"", b"<p>", gzip.compress(TEXT)[:-1], zlib.compress(TEXT) + b"x", b"\x78\x9c\xff"])
def test_what_is_damaged_is_said(data: bytes) -> None:
    with pytest.raises(ValueError, match=r"cut off|damaged"):
        inflated(data, 100_000)


def test_very_many_parts_are_refused() -> None:
    part = gzip.compress(b"x")
    assert inflated(part * 10_000, 10_000) == b"x" * 10_000
    with pytest.raises(LargeError, match="10,000 parts"):
        inflated(part * 10_001, 20_000)


def test_what_a_file_says_comes_as_plain_values():
    root = compose_yaml(ShapeReport("a: 1\nb: [x, '1', true]\nc:\n", "f", noun="rule"))
    assert plain_of(root) == {"a": 1, "b": ["x", "1", True], "c": None}


def test_a_value_made_a_node_says_the_same():
    value = {"a": [1, "1", None, {"b": False}], "c": ""}
    assert is_same(plain_of(node_of(value)), value)


def test_a_number_is_not_the_text_of_it_and_order_does_not_matter():
    assert not is_same({"a": 1}, {"a": "1"})
    assert not is_same(1, True)
    assert is_same({"a": 1, "b": 2}, {"b": 2, "a": 1})
