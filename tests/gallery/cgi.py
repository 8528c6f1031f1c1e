"""Programs that a web server runs by CGI: lighttpd, as Debian packages it, on a port of its own."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping
from pathlib import Path

from .application import Application, free_port, served

_TYPES = {".css": "text/css", ".js": "text/javascript", ".png": "image/png", ".html": "text/html"}


@contextlib.contextmanager
def served_by_cgi(
    root: Path, folder: Path, home: str, aliases: Mapping[str, Path], environment: Mapping[str, str]
) -> Iterator[Application]:
    """Serve what *aliases* say, folders and programs by their addresses, in which the *environment* holds.

    The addresses of folders end with a slash. *root*: where lighttpd is unpacked with what the programs need; *home*:
    the address that is asked for first.
    """
    url = f"http://127.0.0.1:{free_port(folder)}"
    modules = next((root / "usr/lib").rglob("mod_cgi.so")).parent
    libraries = ":".join(sorted({str(each.parent) for each in root.rglob("*.so*")}))
    (folder / "www").mkdir(exist_ok=True)
    told = {"PATH": "env.PATH", "LD_LIBRARY_PATH": f'"{libraries}"'}
    told |= {name: f'"{text}"' for name, text in environment.items()}
    ends = {address: "/" if place.is_dir() else "" for address, place in aliases.items()}
    places = ", ".join(f'"{address}" => "{place}{ends[address]}"' for address, place in aliases.items())
    types = ", ".join(f'"{ending}" => "{kind}"' for ending, kind in _TYPES.items())
    (folder / "lighttpd.conf").write_text(
        f"""
server.document-root = "{folder / "www"}"
server.bind = "127.0.0.1"
server.port = {url.rpartition(":")[2]}
server.modules = ("mod_setenv", "mod_alias", "mod_cgi")
server.http-parseopts = ("url-ctrls-reject" => "disable")
index-file.names = ("index.html")
alias.url = ({places})
setenv.set-environment = ({", ".join(f'"{name}" => {text}' for name, text in told.items())})
cgi.assign = (".cgi" => "", ".pl" => "/usr/bin/perl")
mimetype.assign = ({types})
"""
    )
    serve = [root / "usr/sbin/lighttpd", "-D", "-f", folder / "lighttpd.conf", "-m", modules]
    with served(serve, f"{url}{home}", folder, {"LD_LIBRARY_PATH": libraries}):
        yield Application(url, "", "", folder)
