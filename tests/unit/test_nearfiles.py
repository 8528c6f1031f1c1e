"""Which file was probably meant."""

from __future__ import annotations

from pathlib import Path

import pytest

from scrapy_bt.nearfiles import meant_instead


@pytest.mark.parametrize(
    ("given", "meant"),
    [
        ("quots.bt", "did you mean {}/quotes.bt?"),
        ("frist.har", "did you mean {}/first.har?"),
        ("sampel", "did you mean {}/samples?"),
        ("quotes.har", "look for it"),
        ("hidden", "look for it"),
        ("none/quotes.bt", "look for it"),
    ],
)
def test_the_file_that_is_called_most_like_it_is_named(tmp_path: Path, given: str, meant: str) -> None:
    for name in ("quotes.bt", "first.har"):
        (tmp_path / name).touch()
    for name in ("samples", ".hidden"):
        (tmp_path / name).mkdir()
    assert meant_instead(tmp_path / given, "look for it") == meant.format(tmp_path)
