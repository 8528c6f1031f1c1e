"""`scrapy bt rules login`: take a seat at a rule server, and tell it one's key."""

from __future__ import annotations

import argparse
from base64 import b64encode
from pathlib import Path

from scrapy.settings import Settings

from ...core.rules.sharing.statements import NewKey
from ...core.rules.sharing.trust import fingerprint
from ...errors import BTError
from ...storage.sharing.answers import ServerError
from ...storage.sharing.http_library import HttpLibrary
from ...storage.signatures import public_key, sign_statement
from ..shared.asking import ask_password
from ..shared.rule_servers import add_key, add_server, device_name, key_file, one_server


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("account", metavar="ACCOUNT", help="the name; its password is asked for")
    parser.add_argument("--device", default="", help="what the account calls this machine; default: its name")
    add_server(parser)
    add_key(parser)
    parser.add_argument(
        "--new-key", type=Path, metavar="KEY", help="sign with this from now on; --sign is the one until now"
    )


def run(options: argparse.Namespace, settings: Settings) -> int:
    """Log in; with a key, tell the server of it."""
    library = one_server(options, settings)
    library.log_in(options.account, ask_password(options.account), options.device or device_name())
    print(f"logged in to {library.url} as {options.account}")
    if options.new_key is not None:
        _change_key(library, options.account, key_file(options, settings), options.new_key)
    elif options.sign is not None:
        _tell_key(library, options.account, options.sign)
    return 0


def _tell_key(library: HttpLibrary, account: str, file: Path) -> None:
    key = public_key(file)
    known = _known_keys(library, account)
    if known and known[-1] != key:
        raise BTError(f"{account} signs with {fingerprint(known[-1])} there; change it: --sign OLD --new-key {file}")
    if not known:
        _send(library, account, key, b"", file)
    print(f"your key: {fingerprint(key)}; tell others, so that they can compare it")


def _change_key(library: HttpLibrary, account: str, old: Path, new: Path) -> None:
    before, key = public_key(old), public_key(new)
    if _known_keys(library, account)[-1:] != (key,):
        _send(library, account, key, before, old)
    print(f"your key: {fingerprint(key)}, signed with {fingerprint(before)}")


def _send(library: HttpLibrary, account: str, key: bytes, before: bytes, signer: Path) -> None:
    said = NewKey(library.origin, account, b64encode(key).decode(), b64encode(before).decode())
    library.send("/v1/keys", sign_statement(said, signer))


def _known_keys(library: HttpLibrary, account: str) -> tuple[bytes, ...]:
    try:
        return library.keys(account)
    except ServerError as error:
        if error.status != 404:
            raise
        return ()
