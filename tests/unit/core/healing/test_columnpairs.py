from scrapy_bt.core.healing.columnpairs import COLUMN_PAIR_NAMES, column_pair
from scrapy_bt.core.healing.columns import column_of
from scrapy_bt.core.healing.fields import run_selector
from scrapy_bt.core.healing.pages import Page
from tests.redesigns import ROWS_OLD


def test_a_column_beside_itself_has_not_changed():
    page = Page(ROWS_OLD)
    column = column_of(page, run_selector(page, "td a"))
    pair = dict(zip(COLUMN_PAIR_NAMES, column_pair(column, column), strict=True))
    assert {value for name, value in pair.items() if name.startswith("change of ")} == {0.0}
    assert (pair["same tag"], pair["same cell"], pair["growth"]) == (1.0, 1.0, 0.0)
