import io
import json

import confluent_kafka as kafka

from scrapy_bt.testing.broker import TopicReader


def test_a_reader_writes_down_all_that_is_there():
    cluster = kafka.Producer({"bootstrap.servers": "a", "test.mock.num.brokers": 1, "log_level": 0})
    (broker,) = cluster.list_topics().brokers.values()
    servers = f"127.0.0.1:{broker.port}"
    client = kafka.Producer({"bootstrap.servers": servers, "log_level": 0})
    for number in range(20):
        client.produce("t", key=b"%d" % number, value="日本".encode())
    client.produce("u", value=b"without a key")
    assert client.flush() == 0
    reader, file = TopicReader(servers), io.StringIO()
    while not reader.has_all() or reader.count < 21:
        reader.read(file)
    reader.close()
    lines = [json.loads(line) for line in file.getvalue().splitlines()]
    assert {line["key"] for line in lines} == {*map(str, range(20)), None}
    assert {(line["topic"], line["value"]) for line in lines} == {("t", "日本"), ("u", "without a key")}
