"""The tests that the page on testing shows pass, and notice when a tree changes."""

from pathlib import Path

import pytest

from tests.docs.blocks import DOCS, read_blocks

BLOCKS = list(read_blocks(DOCS / "testing.md"))
FILES = {block.caption: block.text for block in BLOCKS if block.caption}


def run_tests(folder: Path, tree: str, monkeypatch: pytest.MonkeyPatch) -> dict:
    """Write the tree, run the page's tests, and return what their module holds."""
    monkeypatch.chdir(folder)
    (folder / "trees").mkdir()
    (folder / "trees" / "lamps.bt").write_text(tree, "utf-8")
    names: dict = {}
    exec(compile(FILES["tests/test_lamps.py"], "tests/test_lamps.py", "exec"), names)
    for name in [name for name in names if name.startswith("test_")]:
        names[name]()
    return names


def test_the_test_passes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    names = run_tests(tmp_path, FILES["trees/lamps.bt"], monkeypatch)
    assert "test_a_lamp_that_is_gone_does_not_end_the_crawl" in names


def test_it_fails_without_the_state_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tree = FILES["trees/lamps.bt"].replace("state page { 404 = end }", "")
    with pytest.raises(AssertionError, match="404"):
        run_tests(tmp_path, tree, monkeypatch)


def test_the_conditions_are_known(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    names = run_tests(tmp_path, FILES["trees/lamps.bt"], monkeypatch)
    conditions = next(block for block in BLOCKS if block.language == "python" and ".under(\n" in block.text)
    exec(compile(conditions.text, str(conditions), "exec"), names)
