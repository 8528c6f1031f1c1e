"""A file is there as a whole, or as it was."""

import pytest

from scrapy_bt.crawl.project.wholefiles import write_whole


def test_a_file_is_replaced_and_nothing_is_left_beside_it(tmp_path):
    path = tmp_path / "a.json"
    for text in ("one", "zwei ü"):
        write_whole(path, text)
        assert path.read_text("utf-8") == text
    assert list(tmp_path.iterdir()) == [path]


def test_what_cannot_be_written_leaves_all_as_it_was(tmp_path):
    folder = tmp_path / "a.json"
    (folder / "inner").mkdir(parents=True)
    with pytest.raises(OSError, match="directory"):
        write_whole(folder, "text")
    assert list(tmp_path.iterdir()) == [folder]
