import os
from pathlib import Path

import pytest
from scrapy.settings import Settings

from scrapy_bt.console.editing.project_files import find_project_file, kind_of_file, list_project_files
from scrapy_bt.console.refusals import Refusal
from scrapy_bt.errors import BTError


def test_files_of_the_project_are_found_by_names_without_slashes(project: Path, settings: Settings) -> None:
    assert list_project_files(settings, "trees") == []
    inner = project / "trees" / "inner"
    inner.mkdir(parents=True)
    (inner / "a.bt").write_text("main :: and { :x }")
    (inner / os.fsdecode(b"\xff.bt")).write_text("")  # no address can have this name
    (project / "trees" / "inner:a.bt").write_text("")
    (project / "outside.bt").write_text("")
    (project / "trees" / "link.bt").symlink_to(project / "outside.bt")
    assert [one.name for one in list_project_files(settings, "trees")] == ["inner:a.bt", "inner~.a.bt"]
    one = find_project_file(settings, "trees", "inner:a.bt")
    text, digest = one.read()
    assert [fault.code for fault in one.check(text)] == ["unknown-name"]
    assert len(digest) == 64
    for name in ("../outside.bt", "link.bt", "b.bt"):
        with pytest.raises(Refusal):
            find_project_file(settings, "trees", name)
    with pytest.raises(Refusal):
        kind_of_file("passwords")
    (inner / "a.bt").write_bytes(b"\xff")
    with pytest.raises(BTError, match="no text in UTF-8"):
        one.read()
