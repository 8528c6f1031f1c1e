import pytest

from scrapy_bt.errors import BTError
from scrapy_bt.storage.passwords import hash_password, is_right, waiting_time


def test_a_password_is_known_again_and_never_hashed_alike() -> None:
    first, second = hash_password("correct horse"), hash_password("correct horse")
    assert first != second
    assert is_right("correct horse", *first)
    assert not is_right("correct house", *first)


def test_one_that_is_too_short_is_refused() -> None:
    with pytest.raises(BTError, match="takes 10 characters"):
        hash_password("123456789")


def test_whoever_fails_often_waits_longer_and_longer() -> None:
    assert [waiting_time(failures, 100.0, 100.5) for failures in (0, 2, 3, 4, 6)] == [0.0, 0.0, 0.5, 1.5, 7.5]
    assert waiting_time(5000, 100.0, 100.0) == 60.0
    assert waiting_time(5, 100.0, 200.0) == 0.0
