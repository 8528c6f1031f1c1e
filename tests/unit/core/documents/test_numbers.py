"""Numbers in texts of others."""

from pathlib import PurePath

import pytest

from scrapy_bt.core.documents.numbers import as_counted_path, read_whole


@pytest.mark.parametrize(("text", "number"), [("0", 0), ("007", 7), ("9" * 18, 10**18 - 1)])
def test_digits_are_a_number(text: str, number: int) -> None:
    assert read_whole(text) == number


@pytest.mark.parametrize(
    "text", ["", "-1", "+1", " 1", "1_000", "1.0", "²", "٣", "9" * 19, "9" * 5_000], ids=lambda text: ascii(text[:20])
)
def test_all_else_is_none(text: str) -> None:
    assert read_whole(text) is None


def test_files_with_numbers_stand_as_people_count() -> None:
    paths = [PurePath(name) for name in ("t/p_10.bt", "t/p_2.bt", "t/q/1", "t/p.bt", "t/p_02.bt")]
    assert [path.name for path in sorted(paths, key=as_counted_path)] == ["p.bt", "p_02.bt", "p_2.bt", "p_10.bt", "1"]
