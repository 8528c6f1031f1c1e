from pathlib import Path

import pytest

from scrapy_bt.console.access.keptlist import KeptList
from scrapy_bt.console.access.tokens import Token
from scrapy_bt.errors import BTError

ANN, BOB = (Token(name, "viewer", name, 1.0) for name in ("ann", "bob"))


def test_nobody_comes_in_while_the_file_is_damaged(tmp_path: Path) -> None:
    path = tmp_path / "list.json"
    kept = KeptList(path, Token, word="token")
    kept.change(lambda entries: [*entries, BOB, ANN])
    assert kept.read() == (ANN, BOB)
    whole = path.read_text()
    for damaged in ("[", whole.replace("viewer", "king")):
        path.write_text(damaged)
        assert kept.find(lambda entry: entry.name == "ann") is None
        with pytest.raises(BTError, match="the tokens cannot be read"):
            kept.change(lambda _: [])
        assert path.read_text() == damaged
    path.write_text(whole)
    assert kept.find(lambda entry: entry.name == "ann") == ANN


def test_a_file_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "folder").touch()
    with pytest.raises(BTError, match="cannot be"):
        KeptList(tmp_path / "folder" / "list.json", Token, word="token").change(lambda _: [ANN])
