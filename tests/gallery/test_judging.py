"""One application of the gallery is judged as all are: installed, browsed, inferred, and crawled with a third input."""

from pathlib import Path

import pytest

from .application import NotInstallableError
from .halves import exhibits
from .judging import called, judge, typed


def test_a_small_application_is_right_and_proven(tmp_path: Path) -> None:
    (exhibit,) = exhibits("developed", ["sqlite_web"])
    try:
        (outcome,) = judge(exhibit, tmp_path, ["query"])
    except NotInstallableError as error:
        pytest.skip(str(error))
    assert outcome.is_exact, (outcome.missing[:3], outcome.wrong[:3], outcome.log[-2000:])
    assert outcome.is_proven, outcome.log[-2000:]


def test_what_a_page_calls_a_folder_is_the_last_part_of_its_path() -> None:
    assert called("content/letters") == ("content/letters", "letters")
    assert called("letters") == ("letters", "letters")
    assert called("https://shop.test/letters") == ("https://shop.test/letters",)


def test_what_is_typed_with_signs_around_it_may_be_an_argument_without_them() -> None:
    assert typed("lamp*") == ("lamp*", "lamp")
    assert typed("red lamp") == ("red lamp", "red lamp")
