from pathlib import Path

import pytest
from scrapy.settings import Settings

from scrapy_bt.crawl.project.schemefiles import scheme_files, schemes_folder


def test_files_of_the_project_that_are_meant_as_schemes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "scrapy.cfg").write_text("")
    (tmp_path / "schemes" / "inner").mkdir(parents=True)
    (tmp_path / "other").mkdir()
    for name, text in {
        "topic_10.toml": '# about\nscheme = "ten"',
        "topic_2.toml": '\ufeffscheme="two"',
        "schemes/inner/quoted.yaml": '"scheme": x\n',
        "schemes/broken.yml": "scheme: [\n",
        "pyproject.toml": '[project]\n\n[tool.versions]\nscheme = "calendar"\n',
        "dump.yaml": "# a comment\n" * 6000 + "scheme: far below\n",
        "compose.yaml": "services:\n  scheme: x\n",
        "other/far.toml": 'scheme = "far"',
        "notes.txt": "scheme: no",
    }.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    (tmp_path / "bytes.toml").write_bytes(b'scheme = "\xff"')
    (tmp_path / "folder.toml").mkdir()
    monkeypatch.chdir(tmp_path / "other")
    folder = schemes_folder(Settings())
    assert folder == tmp_path
    names = [path.relative_to(folder).as_posix() for path in scheme_files(folder)]
    assert names == ["bytes.toml", "schemes/broken.yml", "schemes/inner/quoted.yaml", "topic_2.toml", "topic_10.toml"]
