import pytest

from scrapy_bt.core.documents.pieces import UneditableError
from scrapy_bt.core.language.edit import change
from scrapy_bt.core.language.operations import SetHealing
from scrapy_bt.errors import RuleError

HEALED = "a :: item { x = 1 }\nheal = watch\nb :: item { x = 2 }  # the second\n"


@pytest.mark.parametrize(
    ("text", "mode", "after"),
    [
        (HEALED, "auto", HEALED.replace("1 }\n", "1 }\nheal a = auto\n")),
        (HEALED + "heal b = off\n", "auto", HEALED + "heal b = off\nheal a = auto\n"),
        (HEALED + "heal a = off  # why\n", "auto", HEALED + "heal a = auto  # why\n"),
        (HEALED + "heal a = off\n", None, HEALED),
        (HEALED + "heal b | a = off\n", "auto", HEALED + "heal b = off\nheal a = auto\n"),
        (HEALED + "heal b | a = off\n", "off", HEALED + "heal b | a = off\n"),
        (HEALED + "heal b | a = off\n", None, HEALED + "heal b = off\n"),
    ],
)
def test_a_file_says_how_a_node_is_healed_in_one_line(text, mode, after):
    assert change(text, [SetHealing("a", mode=mode)]) == after


def test_what_a_file_does_not_say_of_healing_cannot_go_and_what_it_cannot_say_is_told():
    with pytest.raises(UneditableError, match="how `a` is healed"):
        change(HEALED, [SetHealing("a", mode=None)])
    with pytest.raises(RuleError, match="no way of healing"):
        change(HEALED, [SetHealing("a", mode="sometimes")])
