from scrapy_bt.core.tree.inputs import SourcePlan
from scrapy_bt.core.tree.pages import Query
from scrapy_bt.core.tree.task import Frame


def test_a_source_without_placeholders_has_its_query_ready() -> None:
    query = Query("css", ("a",))
    plan = SourcePlan("@n", "n", "css", (), query, all=False, kind=None)
    assert plan.fill(Frame(0), 0.0) is query


def test_placeholders_are_filled_from_the_frame() -> None:
    texts = (lambda frame, now: f"{frame.variables['x']}-{now}", lambda frame, now: "b")
    plan = SourcePlan("@n", "n", "css", texts, None, all=False, kind="text")
    assert plan.fill(Frame(0, {"x": 1}), 2.0) == Query("css", ("1-2.0", "b"), "text")
