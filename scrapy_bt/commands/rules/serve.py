"""`scrapy bt rules serve`: a rule server, and the accounts of it."""

from __future__ import annotations

import argparse

from scrapy.exceptions import UsageError
from scrapy.settings import Settings

from ...core.documents.numbers import read_whole
from ...operations.sharing import memory_of
from ..shared.asking import ask_password
from ..shared.extras import need

PORT = 8780


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--database", required=True, metavar="URL", help="sqlite:///rules.db, or postgresql://user:password@host/name"
    )
    parser.add_argument("--port", type=int, default=PORT, help=f"its port ({PORT}); 0: a free one")
    parser.add_argument("--host", default="127.0.0.1", help="its address (127.0.0.1); another one takes https")
    parser.add_argument("--certificate", default="", metavar="FILE", help="a certificate, for https")
    parser.add_argument("--certificate-key", default="", metavar="FILE", help="its key")
    parser.add_argument("--behind-proxy", action="store_true", help="a proxy in front of it speaks https")
    parser.add_argument("--url", default="", help="where clients reach it, if several servers share the database")
    parser.add_argument("--mirror", default="", metavar="URL", help="follow the log of another server")
    parser.add_argument("--private", action="store_true", help="reading takes an account, too")
    chosen = parser.add_mutually_exclusive_group()
    chosen.add_argument(
        "--add-account", metavar="NAME[:SEATS]", help="add an account, or give it another password; nothing is served"
    )
    chosen.add_argument("--close-account", metavar="NAME", help="nobody can log in to it; its rules stay")
    chosen.add_argument("--accounts", action="store_true", help="list the accounts, and who has their seats")


def run(options: argparse.Namespace, settings: Settings) -> int:
    """Serve until Ctrl-C, or treat an account."""
    need("sqlalchemy", "cryptography", "starlette", extra="rules")
    if options.add_account or options.close_account or options.accounts:
        return _treat_accounts(options)
    from ...ruleserver.server import Serving, serve  # noqa: PLC0415 - the extras are there

    serving = Serving(
        database=options.database,
        memory=memory_of(settings),
        host=options.host,
        port=options.port,
        certificate=options.certificate,
        certificate_key=options.certificate_key,
        url=options.url,
        mirror=options.mirror,
        is_behind_proxy=options.behind_proxy,
        is_private=options.private,
    )
    serve(serving, tell=lambda line: print(line, flush=True))
    return 0


def _treat_accounts(options: argparse.Namespace) -> int:
    from ...core.rules.sharing.statements import read_base64  # noqa: PLC0415
    from ...core.rules.sharing.trust import fingerprint  # noqa: PLC0415
    from ...storage.sharing.accounts import Accounts  # noqa: PLC0415 - the extras are there
    from ...storage.sharing.schema import open_rule_database  # noqa: PLC0415

    accounts = Accounts(open_rule_database(options.database))
    if options.close_account:
        accounts.close(options.close_account)
    elif options.add_account:
        name, colon, seats = options.add_account.partition(":")
        count = read_whole(seats) if colon else 1
        if count is None:
            raise UsageError(f"give NAME, or NAME:SEATS as ann:3, not '{options.add_account}'")
        accounts.add(name, ask_password(name), seats=count)
    for account in accounts.all():
        key = fingerprint(read_base64(account.key, 32)) if account.key else "no key yet"
        seats = f"{len(account.devices)}/{account.seats} seats"
        print("  ".join(filter(None, (account.name, seats, key, ", ".join(account.devices)))))
    return 0
