"""Whether data hold records."""

from __future__ import annotations

from typing import Any

import pytest

from scrapy_bt.core.inference.steps.datarows import has_rows
from tests.recordings import answer


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        ({"things": [{"id": 1}, {"id": 2}]}, True),
        ([{"id": 1}, {"id": 2}], True),
        ({"thing": {"id": 1}}, False),
        ({"things": [{"id": 1}]}, False),
        ({"tags": ["a", "b"]}, False),
    ],
    ids=["within", "a list", "one thing", "a list of one", "values"],
)
def test_lists_of_several_objects_are_records(data: Any, *, expected: bool) -> None:
    assert has_rows([answer("https://shop.test/api", data)]) is expected
