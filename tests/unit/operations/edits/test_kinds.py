from pathlib import Path

import pytest

from scrapy_bt.operations.edits.kinds import check_of


@pytest.mark.parametrize(
    ("file", "before", "is_fault"),
    [
        ("a.bt", "", True),
        ("a.yaml", "rule: a", True),
        ("a.yaml", "scheme: a", True),
        ("a.toml", "", True),
        ("a.py", "", False),
    ],
)
def test_the_kind_of_a_file_tells_its_faults(file, before, is_fault):
    assert bool(check_of(Path(file), before)("} no")) == is_fault


def test_a_scheme_in_yaml_is_told_from_a_rule_by_what_it_says():
    path, text = Path("a.yaml"), "scheme: a"
    assert check_of(path, text)(text) != check_of(path, "rule: a")(text)
