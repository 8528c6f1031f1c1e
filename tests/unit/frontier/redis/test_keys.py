import pytest

from scrapy_bt.frontier.entries import Bucket
from scrapy_bt.frontier.redis.keys import escape, make_key, name_boost, name_bucket, read_bucket


def test_all_keys_of_a_frontier_have_one_hash_tag() -> None:
    assert make_key("quotes:requests", "rank") == "{quotes:requests}:rank"


@pytest.mark.parametrize(
    ("bucket", "name"),
    [
        (Bucket("t", "main/while/detail"), b"t|main/while/detail||"),
        (Bucket("t", "main", 2.5, "api"), b"t|main|api|2.5"),
        (Bucket("a|b", "50%|%7C", -1e-07, "é|"), "a%7Cb|50%25%7C%257C|é%7C|-1e-07".encode()),
        (Bucket("", ""), b"|||"),
        (Bucket("t", "main", slot="held"), b"t|main|||@held"),
        (Bucket("t", "main", 2.5, "api", "a|b%"), b"t|main|api|2.5|@a%7Cb%25"),
    ],
)
def test_a_bucket_has_a_name_from_which_it_is_read(bucket: Bucket, name: bytes) -> None:
    assert name_bucket(bucket) == name
    assert read_bucket(name) == read_bucket(name + b"|held") == bucket


def test_no_boost_has_one_name() -> None:
    assert name_boost(0.0) == name_boost(-0.0) == name_boost(0) == ""
    assert name_boost(2) == name_boost(2.0) == "2.0"


@pytest.mark.parametrize("boost", [float("nan"), float("inf"), float("-inf")])
def test_a_boost_is_finite(boost: float) -> None:
    with pytest.raises(ValueError, match="a finite number of seconds"):
        name_boost(boost)


@pytest.mark.parametrize(
    "name", [b"", b"t|main", b"t|main||no number", b"t|main||1|more", b"t|main||1|@a|@b", b"\xff|||"]
)
def test_what_is_no_name_is_refused(name: bytes) -> None:
    with pytest.raises(ValueError):  # noqa: PT011  # the text is Python's
        read_bucket(name)


def test_parts_hold_no_separator() -> None:
    assert "|" not in escape("a|b|%7C")
