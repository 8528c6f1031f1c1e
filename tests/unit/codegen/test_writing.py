import json

import pytest

from scrapy_bt.codegen.writing import Manifest, plan_all, write_all
from scrapy_bt.errors import BTError


def write(root, contents, last=None):
    manifest = Manifest(root / "nodes" / "generated.json", root)
    named = {root / name: text.encode() for name, text in contents.items()}
    planned = plan_all(named, manifest, {root / name: text.encode() for name, text in (last or {}).items()})
    write_all(planned.contents)
    return {each.path.relative_to(root).as_posix(): each.what for each in planned.files}


def test_files_are_written_and_written_again_as_long_as_nobody_has_changed_them(tmp_path):
    assert write(tmp_path, {"nodes/a.py": "1", "nodes/b.py": "1"}) == {"nodes/a.py": "written", "nodes/b.py": "written"}
    assert write(tmp_path, {"nodes/a.py": "2", "nodes/b.py": "1"}) == {
        "nodes/a.py": "written",
        "nodes/b.py": "unchanged",
    }
    (tmp_path / "nodes" / "a.py").write_text("mine")
    assert write(tmp_path, {"nodes/a.py": "3", "nodes/b.py": "3"}) == {"nodes/a.py": "kept", "nodes/b.py": "written"}
    assert (tmp_path / "nodes" / "a.py").read_text() == "mine"
    assert write(tmp_path, {"nodes/a.py": "4"}) == {"nodes/a.py": "kept"}


def test_a_file_that_was_never_generated_is_somebodys(tmp_path):
    (tmp_path / "a.py").write_text("mine")
    assert write(tmp_path, {"a.py": "1"}) == {"a.py": "kept"}
    assert (tmp_path / "a.py").read_text() == "mine"


def test_the_users_own_file_is_written_last_and_is_in_no_manifest(tmp_path):
    (tmp_path / "a.bt").write_text("before")
    assert write(tmp_path, {"a.py": "1"}, {"a.bt": "after"}) == {"a.py": "written"}
    assert (tmp_path / "a.bt").read_text() == "after"
    manifest = json.loads((tmp_path / "nodes" / "generated.json").read_text())
    assert list(manifest["files"]) == ["a.py"]
    assert not list(tmp_path.rglob("*.new"))


def test_where_one_file_cannot_be_written_none_is(tmp_path):
    write(tmp_path, {"a.py": "1"})
    (tmp_path / "z.py").mkdir()
    (tmp_path / "z.py" / "x").write_text("")
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    with pytest.raises(BTError, match=r"cannot be written: .*; nothing was changed"):
        write(tmp_path, {"a.py": "2", "new.py": "1"}, {"z.py": "text"})
    assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == before


@pytest.mark.parametrize("text", ["{", "[]", '{"format": 2, "files": {}}', '{"format": 1, "files": []}'])
def test_a_manifest_that_is_none_says_what_to_do(tmp_path, text):
    path = tmp_path / "generated.json"
    path.write_text(text)
    with pytest.raises(BTError, match=r"generated.json: .*remove it"):
        Manifest(path, tmp_path)
