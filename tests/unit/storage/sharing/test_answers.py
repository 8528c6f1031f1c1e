import pytest

from scrapy_bt.storage.sharing.answers import ServerError, read_answer


def test_what_is_no_answer():
    with pytest.raises(ServerError, match="something else than is asked"):
        read_answer(b"<html>", dict[str, int])
