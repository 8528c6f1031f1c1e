import json
import pickle

from itemadapter import ItemAdapter

from scrapy_bt.crawl.runtime.records import Record


def test_a_record_is_a_dict_that_knows_its_node():
    record = Record("books", {"title": "a"})
    assert record == {"title": "a"}
    assert json.dumps(record) == '{"title": "a"}'
    assert ItemAdapter(record).asdict() == {"title": "a"}


def test_copies_know_it_too():
    record = Record("books", {"title": "a"})
    for copy in (record.copy(), pickle.loads(pickle.dumps(record))):
        assert (copy, copy.node) == (record, "books")
