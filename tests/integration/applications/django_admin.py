"""Django's admin, as Django ships it, with a library of books: a login with a token, a search, lists over pages."""

from __future__ import annotations

import contextlib
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from .application import Application

SERVER = Path(__file__).parents[1] / "django_site" / "serve.py"
BOOKS = 720


@contextlib.contextmanager
def django_admin(folder: Path) -> Iterator[Application]:
    """An admin with books, which its librarian may see; they are in `library.sqlite`."""
    command = [sys.executable, str(SERVER), str(folder), str(BOOKS)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        url = process.stdout.readline().strip()
        if not url.startswith("http://127.0.0.1:"):
            raise RuntimeError(f"{command} does not say where it is: {url!r}")
        try:
            yield Application(url, "librarian", "quiet & please", folder)
        finally:
            process.stdin.close()
            process.wait(timeout=30)
