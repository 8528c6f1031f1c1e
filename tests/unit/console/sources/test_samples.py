from pathlib import Path

import pytest

from scrapy_bt.console.refusals import Refusal
from scrapy_bt.console.sources.samples import find_sample, list_samples, place_for


def test_folders_and_files_are_listed_and_links_outwards_are_not(tmp_path: Path) -> None:
    assert list_samples(tmp_path) == []
    folder = tmp_path / "samples"
    (folder / "shop-1").mkdir(parents=True)
    (folder / "shop-1" / "manifest.json").write_text("{}")
    (folder / "a.har").write_text("{}")
    (folder / ".upload-x.har").write_text("{}")
    (folder / "notes.txt").write_text("")
    (tmp_path / "secret.har").write_text("{}")
    (folder / "out.har").symlink_to(tmp_path / "secret.har")
    assert sorted(sample.name for sample in list_samples(tmp_path)) == ["a.har", "shop-1"]
    assert find_sample(tmp_path, "a.har").size == 2
    with pytest.raises(Refusal, match="no recording"):
        find_sample(tmp_path, "out.har")
    assert place_for(tmp_path, "b.har") == folder / "b.har"
