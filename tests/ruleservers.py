"""Rule servers in a thread of the test, on a real port, and the keys of authors."""

from __future__ import annotations

import socket
from base64 import b64encode
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Thread
from typing import Any

import uvicorn
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from scrapy_bt.core.rules.files.bundle import make_bundle
from scrapy_bt.core.rules.sharing.statements import NewKey, Release, Signed, Statement, message_of, write_statement
from scrapy_bt.ruleserver.application import make_application
from scrapy_bt.ruleserver.state import RuleService
from scrapy_bt.storage.sharing.accounts import Accounts
from scrapy_bt.storage.sharing.http_library import HttpLibrary
from scrapy_bt.storage.sharing.ledger import RuleLedger
from scrapy_bt.storage.sharing.remembered import Memory
from scrapy_bt.storage.sharing.schema import open_rule_database
from tests.rulefiles import NEWS

PASSWORD = "correct horse"


class Signer:
    """A key of an author; *seed*: any number below 256."""

    def __init__(self, seed: int = 1) -> None:
        self._key = Ed25519PrivateKey.from_private_bytes(bytes([seed]) * 32)
        self.public = self._key.public_key().public_bytes_raw()
        self.base64 = b64encode(self.public).decode()

    def sign(self, statement: Statement) -> Signed:
        return self.sign_text(write_statement(statement))

    def sign_text(self, text: str) -> Signed:
        return Signed(text, b64encode(self._key.sign(message_of(text))).decode())

    def file(self, folder: Path, name: str = "key.pem") -> Path:
        path = folder / name
        path.write_bytes(self._key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
        return path


def rule_text(description: str = "Headlines and texts", licence: str = "CC0-1.0", name: str = "News") -> str:
    """The canonical text of a rule."""
    changed = NEWS.replace("Headlines and texts", description).replace("CC0-1.0", licence)
    return make_bundle(changed.replace("rule: News", f"rule: {name}"), file="f").text


def release_of(origin: str, version: int, text: str, parent: str = "", **others: Any) -> Release:
    """What is signed of a version of `ann/news`."""
    digest = make_bundle(text, file="f").hash
    fields = {"account": "ann", "name": "news", "licence": "CC0-1.0", **others}
    return Release(origin=origin, version=version, sha256=digest, parent=parent, **fields)


@dataclass
class RunningServer:
    """*url*: of the server."""

    url: str
    service: RuleService
    folder: Path

    def library(self, memory: str = "memory.json", **options: Any) -> HttpLibrary:
        return HttpLibrary(self.url, Memory(self.folder / memory), **options)

    def author(self, signer: Signer, account: str = "ann", memory: str = "memory.json") -> HttpLibrary:
        """A library whose machine is logged in, to an account with a key."""
        library = self.library(memory)
        library.log_in(account, PASSWORD, "desk")
        library.send("/v1/keys", signer.sign(NewKey(library.origin, account, signer.base64)))
        return library


@contextmanager
def rule_server(
    folder: Path, database: str = "", *, accounts: tuple[str, ...] = ("ann",), is_mirror: bool = False, **options: Any
) -> Iterator[RunningServer]:
    """A server with accounts of two seats each."""
    engine = open_rule_database(database or f"sqlite:///{folder}/rules.db")
    ledger = RuleLedger(engine, is_mirror=is_mirror)
    known = Accounts(engine)
    for account in accounts:
        known.add(account, PASSWORD, seats=2)
    service = RuleService(engine=engine, ledger=ledger, accounts=known, origin=ledger.begin(), **options)
    with served(make_application(service)) as url:
        yield RunningServer(url, service, folder)
    engine.dispose()


@contextmanager
def served(application: Callable[..., Any]) -> Iterator[str]:
    """The address of an ASGI application in a thread."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen(64)
        server = uvicorn.Server(uvicorn.Config(application, log_config=None, lifespan="on"))
        thread = Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        finally:
            server.should_exit = True
            thread.join()
