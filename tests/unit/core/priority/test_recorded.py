import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapy_bt.core.priority.recorded import LONGEST, read_weights, write_weights

NODES = st.text(st.characters(exclude_categories=["Cs"]), max_size=30)


@given(st.dictionaries(NODES, st.floats(0, LONGEST), max_size=20))
def test_what_is_written_is_read_to_the_microsecond(seconds):
    assert read_weights(write_weights(seconds)) == pytest.approx(seconds, abs=1e-6)


def test_a_node_never_weighs_more_than_a_day():
    assert read_weights(write_weights({"page": 1e9})) == {"page": LONGEST}


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "truncated"),
        ("[]", "Expected `object`"),
        ("{}", "missing required field `format`"),
        ('{"format": 2, "seconds": {}}', r"Invalid enum value 2 - at `\$.format`"),
        ('{"format": 1}', "missing required field `seconds`"),
        ('{"format": 1, "seconds": [1]}', "Expected `object`, got `array`"),
        ('{"format": 1, "seconds": {"page": "1"}}', "Expected `float`, got `str`"),
        ('{"format": 1, "seconds": {"page": true}}', "Expected `float`, got `bool`"),
        ('{"format": 1, "seconds": {"page": -1}}', "Expected `float` >= 0.0"),
        ('{"format": 1, "seconds": {"page": 1e300}}', "Expected `float` <= 86400.0"),
        ('{"format": 1, "seconds": {"page": NaN}}', "invalid character"),
        ('{"format": 1, "seconds": {"page": 1e999}}', "out of range"),
        ('{"format": 1, "seconds": ' + "[" * 100_000, "Expected `object`"),
        (" " * 1_000_001, "may have 1,000,000"),
    ],
    ids=range(14),
)
def test_anything_else_is_refused_with_its_reason(text, reason):
    with pytest.raises(ValueError, match=reason):
        read_weights(text)
