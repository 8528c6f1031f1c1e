import datetime as dt
import enum
from collections import OrderedDict, defaultdict
from decimal import Decimal
from typing import NamedTuple
from uuid import UUID
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapy_bt.crawl.redis.values import UNREADABLE, NotPlainError, encode, make_writable, read

scalars = (
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text() | st.binary() | st.datetimes()
)
keys = scalars | st.tuples(scalars, scalars) | st.frozensets(scalars, max_size=3)
plain = st.recursive(
    scalars | st.decimals(allow_nan=False) | st.uuids() | st.dates() | st.times() | st.timedeltas(),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.lists(inner, max_size=4).map(tuple)
        | st.dictionaries(keys, inner, max_size=4)
        | st.sets(keys, max_size=4)
    ),
    max_leaves=12,
)


class Colour(str, enum.Enum):
    RED = "red"


class Level(enum.IntEnum):
    HIGH = 3


class Loud(str):
    __slots__ = ()

    def __str__(self):
        return "LOUD"


class Seconds(float):
    pass


class Raw(bytes):
    pass


class Point(NamedTuple):
    x: int
    y: int


def round_trip(value):
    return read(encode(make_writable(value)))


def kinds(value):
    """The shape of a value, with the types of all its parts."""
    if isinstance(value, dict):
        return dict, [(kinds(key), kinds(entry)) for key, entry in value.items()]
    if isinstance(value, set | frozenset):
        return type(value), sorted(map(repr, map(kinds, value)))
    if isinstance(value, list | tuple):
        return type(value), [kinds(entry) for entry in value]
    return type(value)


@given(plain)
def test_plain_data_comes_back_type_by_type(value):
    found = round_trip(value)
    assert found == value
    assert kinds(found) == kinds(value)


@pytest.mark.parametrize(
    "value",
    [
        (1, [2, (3, {4})]),
        {(1, 2): [b"bytes"], None: True, b"key": {"key"}},
        -(2**63),
        2**64 - 1,
        2**64,
        -(2**200),
        float("inf"),
        dt.datetime(2026, 1, 2, 3, 4, 5, 6, tzinfo=dt.timezone(dt.timedelta(hours=5, minutes=30))),
        dt.timedelta(days=-4, microseconds=1),
        Decimal("1.10"),
        UUID(int=7),
    ],
)
def test_what_msgpack_alone_does_not_know_comes_back(value):
    found = round_trip(value)
    assert (found, kinds(found)) == (value, kinds(value))


def test_a_named_time_zone_becomes_its_distance():
    moment = dt.datetime(2026, 7, 1, tzinfo=ZoneInfo("Europe/Paris"))
    found = round_trip(moment)
    assert found == moment
    assert found.tzinfo == dt.timezone(dt.timedelta(hours=2))


@pytest.mark.parametrize(
    ("value", "stored"),
    [(Colour.RED, "red"), (Level.HIGH, 3), (Loud("quiet"), "quiet"), (Seconds(1.5), 1.5), (Raw(b"raw"), b"raw")],
)
def test_texts_and_numbers_of_other_classes_become_plain(value, stored):
    found = round_trip([value])[0]
    assert found == stored
    assert type(found) is type(stored)


def nested(depth):
    value = []
    for _ in range(depth):
        value = [value]
    return value


def circular():
    value = {}
    value["self"] = [value]
    return value


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (lambda: 1, r" is a function \(.*<lambda>\)"),
        ({"prices": [1, object()]}, r"\['prices'\]\[1\] is an object"),
        (({"a": Point(1, 2)},), r"\[0\]\['a'\] is a .*Point"),
        (defaultdict(list), "is a collections.defaultdict"),
        (OrderedDict(a=1), "is a collections.OrderedDict"),
        (bytearray(b"a"), "is a bytearray"),
        (Point, r"is a type \(Point\)"),
        (("\ud800",), "half a character"),
    ],
)
def test_what_is_not_plain_is_named_with_its_place(value, message):
    with pytest.raises(NotPlainError, match=message):
        make_writable(value)


@pytest.mark.parametrize("make", [circular, lambda: nested(100_000)], ids=["circular", "nested"])
def test_what_never_ends_is_named(make):
    with pytest.raises(NotPlainError, match="is nested too deeply, or contains itself"):
        make_writable(make())


@given(st.binary())
def test_any_bytes_are_read_or_refused(data):
    try:
        read(data)
    except UNREADABLE:
        return


@given(plain, st.data())
def test_damaged_data_is_read_or_refused(value, data):
    encoded = bytearray(encode(make_writable(value)))
    position = data.draw(st.integers(0, len(encoded) - 1))
    encoded[position] = data.draw(st.integers(0, 255))
    try:
        read(bytes(encoded))
    except UNREADABLE:
        return


def deeply(prefix, depth):
    data = b"\x90"
    for _ in range(depth):
        data = prefix(data) + data
    return data


@pytest.mark.parametrize(
    "data",
    [
        b"\xdd\xff\xff\xff\xff",
        b"\xdf\xff\xff\xff\xff",
        b"\x91" * 100_000,
        deeply(lambda data: b"\xc9" + (len(data) + 1).to_bytes(4, "big") + b"\x01\x91", 3000),
        b"\xc7\x02\x02\x91\x90",
        b"\xc7\x01\x63\x90",
        b"\xd4\x01\xa0",
        b"\xd4\x09\xff",
        b"\xd5\x081x",
    ],
)
def test_hostile_data_is_refused(data):
    with pytest.raises(UNREADABLE):
        read(data)
