from pathlib import PurePosixPath

from hypothesis import given
from hypothesis import strategies as st

from scrapy_bt.console.naming import name_path, path_named


@given(st.text(alphabet="ab/:~.", min_size=1).map(PurePosixPath))
def test_each_path_has_a_name_of_its_own_which_is_one_part_of_an_address(path: PurePosixPath) -> None:
    name = name_path(path)
    assert "/" not in name
    assert path_named(name) == path


def test_most_names_are_what_people_expect() -> None:
    assert name_path("shop.bt") == "shop.bt"
    assert name_path("inner/shop.bt") == "inner:shop.bt"
