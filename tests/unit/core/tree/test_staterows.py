import pytest

from scrapy_bt.core.tree.nodes import Move, Row, Wait
from scrapy_bt.core.tree.staterows import rows_beside

MORE = (Row(("404", "timeout"), Wait()), Row(("any",), Move("end")))


def test_own_rows_come_first_and_others_keep_what_is_left_of_them() -> None:
    own = (Row(("404",), Move("true")),)
    assert rows_beside(own, MORE) == (*own, Row(("timeout",), Wait()), Row(("any",), Move("end")))


@pytest.mark.parametrize(("own", "left"), [("4xx", ("timeout", "any")), ("any", ())])
def test_a_wider_row_of_its_own_covers_what_is_in_it(own: str, left: tuple[str, ...]) -> None:
    rows = rows_beside((Row((own,), Move("false")),), MORE)
    assert tuple(outcome for row in rows[1:] for outcome in row.outcomes) == left
