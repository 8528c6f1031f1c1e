from scrapy_bt.core.documents.shape import Many, Record
from scrapy_bt.core.schemes.files.shape import SCHEME


def records(kind):
    if isinstance(kind, Many):
        yield from records(kind.of)
    elif isinstance(kind, Record):
        yield kind
        for field in kind.fields:
            yield from records(field.kind)


def test_every_field_says_what_it_means():
    found = list(records(SCHEME))
    assert {record.noun for record in found} == {"scheme", "class", "platform", "page range"}
    assert all(field.meaning.endswith(".") for record in found for field in record.fields)
