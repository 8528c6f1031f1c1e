import pytest

from scrapy_bt.core.inference.answers.requests.acts import TypedField
from scrapy_bt.core.inference.origins.typedinputs import ways_from


@pytest.mark.parametrize(
    ("wanted", "how"),
    [
        ({0: "Old Mill", 1: "new tower"}, ""),
        ({0: "old mill", 1: "new tower"}, "in small letters"),
        ({0: "Mill", 1: "tower"}, "word 2 of it"),
        ({0: "else", 1: "tower"}, None),
    ],
)
def test_what_was_typed_may_come_otherwise(wanted, how):
    field = TypedField("q", "q", frozenset("q"), ("Old Mill", "new tower"), (0.0, 0.0))
    assert next((way.how for way in ways_from(field, wanted)), None) == how
