import pytest

from scrapy_bt.errors import BTError
from scrapy_bt.operations.sharedfiles import path_in, replace_text, rule_text


def test_a_file_is_written_unless_it_has_been_changed_meanwhile(tmp_path):
    replace_text(tmp_path / "new" / "a.yaml", "one", None)
    assert rule_text(tmp_path, "new/a.yaml") == "one"
    with pytest.raises(BTError, match="changed meanwhile"):
        replace_text(tmp_path / "new" / "a.yaml", "two", "zero")


@pytest.mark.parametrize("file", ["../a.yaml", "/a.yaml", "a.py"])
def test_a_file_elsewhere_is_none_of_them(tmp_path, file):
    with pytest.raises(BTError, match="no rule file below"):
        path_in(tmp_path, file)
