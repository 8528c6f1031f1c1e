from scrapy_bt.core.documents.shape import Field, Record, Whole, Words


def test_a_record_gives_its_fields():
    title, size = Field("title", Words(), "What it is called.", is_needed=True), Field("size", Whole(0, 9), "How big.")
    record = Record("book", (title, size))
    assert record.names == ("title", "size")
    assert record.field("size") is size
    assert record.field("sise") is None
