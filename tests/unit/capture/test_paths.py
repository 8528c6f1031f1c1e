import pytest

from scrapy_bt.capture.paths import path_inside


@pytest.mark.parametrize("name", ["body.html", "pages/1.html", "./a/../b"])
def test_a_file_of_the_folder(tmp_path, name) -> None:
    assert path_inside(tmp_path, name) == tmp_path / name


@pytest.mark.parametrize("name", ["/etc/passwd", "../x", "a/../../x", "a\0b", "\ud800", "link/passwd", "circle/x"])
def test_no_other_file_is_looked_at(tmp_path, name) -> None:
    (tmp_path / "link").symlink_to("/etc")
    (tmp_path / "circle").symlink_to(tmp_path / "circle")
    path = path_inside(tmp_path, name)
    assert path is None or not path.is_file()


def test_an_overlong_name_is_no_fault(tmp_path) -> None:
    assert path_inside(tmp_path, "x" * 5_000) is None or not tmp_path.is_file()
