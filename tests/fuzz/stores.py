"""What healing, training and servers of rules leave or send, as inputs: stores, cases, models, answers."""

from __future__ import annotations

import gzip
import json
import shutil
import sqlite3
import tempfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from scrapy_bt.core.documents.json import read_json
from scrapy_bt.core.documents.models import pack_model, unpack_model
from scrapy_bt.core.healing.deciding import Models
from scrapy_bt.core.healing.lists import ListModels
from scrapy_bt.core.healing.perception.fieldwatch import FieldWatch
from scrapy_bt.core.healing.perception.observations import Alarm, Observation
from scrapy_bt.core.healing.proposals import Choice, PageValue, Proposal, State, Trial
from scrapy_bt.core.rules.sharing.statements import Release, read_statement, write_statement
from scrapy_bt.core.rules.sharing.subscriptions import read_subscriptions
from scrapy_bt.errors import BTError
from scrapy_bt.learning.distillation.addresses import read_addresses
from scrapy_bt.learning.labelled import read_labelled, read_page
from scrapy_bt.operations.healing.casefiles import import_case
from scrapy_bt.storage.healing import HealingStore
from scrapy_bt.storage.sharing.answers import (
    FoundRules,
    Keys,
    Listed,
    Versions,
    read_answer,
    read_release,
    read_siblings,
)

TABLES = ("pages", "fields", "events", "proposals", "decisions", "losses")
_SEEN = (Observation("article", "title", "h1", 1, 0, ("Storm",), "a.py:3"),)
_CHOICE = Choice("h2::text", 0.9, Trial(4, 4, 4, "B"), (PageValue("/1", "good", "A", ""),))
_PROPOSAL = Proposal("Shop.parse", "title", "h1", (_CHOICE,), "shop.py:3", "css", views=("found",), layout=("h2",))
_RELEASE = Release(origin="0" * 32, account="ann", name="news", version=1, sha256="1" * 64, parent="", licence="MIT")
_TOLD = {"account": "ann", "name": "news", "version": 1, "sha256": "1" * 64, "licence": "MIT", "title": "News",
         "author": "Ann", "site": "a.test", "description": "", "withdrawn": ""}  # fmt: skip
_SIGNATURE = "QQ" * 42 + "QQ=="


def write_store(path: Path) -> None:
    """A store with a page, a field, an alarm and a proposal."""
    with closing(HealingStore(path)) as store:
        store.add_page("news", "a", state="good", url="https://a.test/1", status=200, markup="<h1>Storm", seen=_SEEN)
        store.save("news", [(FieldWatch("article", "title", "h1", "a.py:3"), 5, 1)])
        store.add_alarm("news", Alarm("article", "title", "found", "none", "all", 0.9), "https://a.test/1")
        store.proposals.decide(store.proposals.file("news", _PROPOSAL).id, State.LIVE)


def example_store() -> bytes:
    """The rows of a store as JSON, by their tables; bytes are Latin-1 in a list of one."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "store.db")
        write_store(path)
        with closing(sqlite3.connect(path)) as connection:
            found = {table: [list(row) for row in connection.execute(f"SELECT * FROM {table}")] for table in TABLES}
    return json.dumps(found, default=lambda value: [value.decode("latin-1")], indent=0).encode()


def read_store(path: Path) -> None:
    """Whatever a crawl and `scrapy bt heal` read of a store with such rows."""
    place = _emptied(path) / "store.db"
    HealingStore(place).close()
    if not _fill(place, path.read_bytes()):
        return
    with closing(HealingStore(place)) as store:
        for spider in store.spiders()[:20]:
            tried(store.fields, spider)
            tried(store.events, spider)
            tried(store.proposals.of, spider)
            tried(store.proposals.decisions.of, spider)
        tried(store.pages, "news", "a", "good")
        tried(store.losses.rates)


def _fill(place: Path, text: bytes) -> bool:
    try:
        tables = json.loads(text.decode("utf-8", "replace"))
        with closing(sqlite3.connect(place)) as connection:
            for table, rows in tables.items():
                for row in rows if table in TABLES else ():
                    cells = [cell[0].encode("latin-1") if isinstance(cell, list) else cell for cell in row]
                    connection.execute(f"INSERT OR REPLACE INTO {table} VALUES ({','.join('?' * len(cells))})", cells)
            connection.commit()
    except (ValueError, RecursionError, TypeError, AttributeError, IndexError, KeyError, OverflowError, sqlite3.Error):
        return False
    return True


def example_case() -> bytes:
    """A case of healing, unpacked."""
    page = {"spider": "news", "node": "a", "state": "good", "url": "https://a.test/1", "status": 200,
            "markup": "<h1>Storm", "fields": _SEEN}  # fmt: skip
    proposals = [{"spider": "news", "proposal": _PROPOSAL}]
    return msgspec.json.encode({"format": 1, "proposals": proposals, "pages": [page]})


def read_case(path: Path) -> None:
    """Import an input as a case, packed, and as the bytes of a file."""
    folder, data = _emptied(path), path.read_bytes()
    with closing(HealingStore(folder / "store.db")) as store:
        for content in (data, gzip.compress(data)):
            (folder / "case.gz").write_bytes(content)
            tried(import_case, store, folder / "case.gz")
        for spider in store.spiders()[:20]:
            store.proposals.of(spider)


def example_model() -> bytes:
    """A model of weights."""
    return pack_model("dispatch", {"w": np.ones((2, 2), dtype="float32")}, {"a": 1})


def read_models(path: Path) -> None:
    """An input as weights, and as the forests of healing."""
    data = path.read_bytes()
    tried(unpack_model, data, "dispatch", "a model")
    try:
        plain = read_json(data, largest=None)
        Models.read(plain["fields"])
        ListModels.read(plain["lists"])
    except (ValueError, KeyError, TypeError):
        return  # as `read_models` tells it


def example_answers() -> list[bytes]:
    """What servers of rules answer."""
    statement = write_statement(_RELEASE)
    signed = {"statement": statement, "signature": _SIGNATURE}
    servers = [{"url": "https://b.test", "load": 0.5}]
    return [
        json.dumps({"rules": [_TOLD], "after": ""}).encode(),
        json.dumps({"origin": "0" * 32, "number": 3, "hash": "2" * 64, "mirror": "", "servers": servers}).encode(),
        json.dumps({"versions": [{"version": 1, "withdrawn": "", **signed}], "keys": [signed]}).encode(),
        statement.encode(),
    ]


def read_answers(path: Path) -> None:
    """An input as each kind of answer, as a statement, and as what a project keeps of them."""
    data = path.read_bytes()
    tried(read_answer, data, FoundRules)
    tried(lambda: read_siblings(read_answer(data, Listed).servers))
    tried(lambda: [read_release(each) for each in read_answer(data, Versions).versions])
    tried(lambda: [each.signature_bytes for each in read_answer(data, Keys).keys])
    text = data.decode("utf-8", "replace")
    tried(read_statement, text)
    tried(read_subscriptions, text)


def read_training(path: Path) -> None:
    """An input as a folder of labelled pages, and as files of URLs."""
    folder, data = _emptied(path), path.read_bytes()
    for name in ("index.jsonl", "pairs.jsonl", "page.html.gz"):
        (folder / name).write_bytes(data)
    tried(read_page, folder / "page.html.gz")
    tried(read_labelled, folder)
    for name in ("urls.txt", "urls.csv", "urls.jsonl", "urls.xml"):
        (folder / name).write_bytes(data)
        tried(read_addresses, folder / name)


def tried(read: Callable[..., Any], *arguments: Any) -> None:
    """What is wrong is told by a `BTError`."""
    try:
        read(*arguments)
    except BTError:
        return


def _emptied(path: Path) -> Path:
    folder = path.parent / "stores"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    return folder
