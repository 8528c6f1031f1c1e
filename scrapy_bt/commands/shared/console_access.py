"""People with passwords and programs with tokens, as `scrapy bt console` adds and removes them."""

from __future__ import annotations

import argparse
from pathlib import Path

from scrapy.exceptions import UsageError

from ...console.access.roles import Role, read_role
from ...console.access.tokens import Tokens
from ...console.access.users import Users
from .asking import ask_password

DAYS = 90


def add_access_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments; with one of them, nothing is served."""
    chosen = parser.add_mutually_exclusive_group()
    chosen.add_argument("--add-user", metavar="NAME:ROLE", help="add somebody to --users; the password is asked for")
    chosen.add_argument("--remove-user", metavar="NAME", help="take somebody out of --users")
    chosen.add_argument("--add-token", metavar="NAME:ROLE", help="make a token for a program, and print it once")
    chosen.add_argument("--remove-token", metavar="NAME", help="take a token back")
    parser.add_argument("--days", type=float, default=DAYS, help=f"how long a new token holds ({DAYS})")


def change_access(options: argparse.Namespace, own: Path) -> bool:
    """Do what the arguments say; tells whether there was anything to do. *own*: the project's `.scrapy`."""
    if options.add_user or options.remove_user:
        if options.users is None:
            raise UsageError("--users FILE names the file of people")
        users = Users(options.users)
        if options.remove_user:
            users.remove(options.remove_user)
        else:
            name, role = _read(options.add_user)
            users.set(name, ask_password(name), role)
        print(f"{options.users}: {', '.join(f'{user.name} ({user.role})' for user in users.all()) or 'nobody'}")
        return True
    if options.add_token or options.remove_token:
        tokens = Tokens(own / "bt-tokens.json")
        if options.remove_token:
            tokens.remove(options.remove_token)
            print("removed; a console that runs knows it no more")
        else:
            name, role = _read(options.add_token)
            print(tokens.add(name, role, seconds=options.days * 86400))
        return True
    return False


def _read(text: str) -> tuple[str, Role]:
    name, colon, word = text.partition(":")
    if not name or not colon:
        raise UsageError(f"give NAME:ROLE, as ann:operator, not '{text}'")
    try:
        return name, read_role(word)
    except ValueError as error:
        raise UsageError(str(error)) from None
