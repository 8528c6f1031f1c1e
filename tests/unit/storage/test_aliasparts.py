"""Names found by their parts."""

from contextlib import closing

import pytest

from scrapy_bt.core.preference.entities import Entity
from scrapy_bt.storage.aliasparts import AliasParts
from scrapy_bt.storage.engines import open_engine
from scrapy_bt.storage.entities import EntityStore

NAMES = ("Ada Lovelace", "Charles Babbage", "Kurt Gödel", "查尔斯·巴贝奇", "Al Li")


@pytest.fixture
def near(tmp_path):
    url = f"sqlite:///{tmp_path}/a.db"
    with closing(EntityStore(url)) as store:
        store.add(Entity(str(number), name) for number, name in enumerate(NAMES))
    engine = open_engine(url, timeout=1)
    parts = AliasParts(engine)
    with engine.connect() as connection:
        yield lambda name: list(parts.near(connection, name, most=9))
    engine.dispose()


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("Lovelace, ADA", ["ada lovelace"]),
        ("Ada Lovelce", ["ada lovelace"]),
        ("Ada Lvoelace", ["ada lovelace"]),
        ("Kurt Godel", ["kurt gödel"]),
        ("查尔斯巴贝奇", ["查尔斯·巴贝奇"]),
        ("查尔斯・巴贝奇", ["查尔斯·巴贝奇"]),
        ("Ada Babbage", []),
        ("Al Li", []),
        ('" OR *', []),
        ("", []),
    ],
)
def test_each_word_has_a_part_in_common(near, name, found):
    assert near(name) == found
