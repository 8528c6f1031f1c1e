import pytest

from scrapy_bt.console.access.roles import Role, read_role


def test_each_may_do_what_those_before_it_may() -> None:
    assert sorted(Role) == [Role.NOBODY, Role.VIEWER, Role.OPERATOR, Role.EDITOR, Role.ADMIN]
    assert [read_role(role.word) for role in (Role.VIEWER, Role.ADMIN)] == [Role.VIEWER, Role.ADMIN]


@pytest.mark.parametrize("word", ["nobody", "root", ""])
def test_other_words_are_told(word: str) -> None:
    with pytest.raises(ValueError, match="viewer, operator, editor, admin"):
        read_role(word)
