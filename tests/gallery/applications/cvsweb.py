"""CVSweb, in Perl by CGI, as Debian packages it: folders of files with their last change, and the changes of each."""

from __future__ import annotations

import contextlib
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, NotInstallableError, unpacked, with_dependencies
from ..cgi import served_by_cgi
from ..workflow import Exhibit, Row, Workflow, follow, read_two

PLACES = ("windmills", "footbridges", "quarries")
FILES = 12
_NEEDED = (
    r"lib(nettle|pcre2|xxhash|crypt|lua)\d*\S*|lib(ipc-run|mime-tools|mime-types|mailtools|uri|convert-binhex|timedate"
    r"|io-pty)-perl"
)


@contextlib.contextmanager
def cvsweb(folder: Path) -> Iterator[Application]:
    """A repository of three folders."""
    if shutil.which("perl") is None:
        raise NotInstallableError("there is no perl: apt install perl")
    root = unpacked("cvsweb", *with_dependencies(_NEEDED, "cvsweb", "cvs", "rcs", "lighttpd"))
    repository = folder / "walks"
    subprocess.run([root / "usr/bin/cvs", "-d", repository, "init"], check=True)
    for place in PLACES:
        (repository / place).mkdir()
        for number in range(FILES):
            (repository / place / f"{name(number)},v").write_text(history(place, number))
    program = folder / "cgi/cvsweb.cgi"
    program.parent.mkdir()
    first, _, rest = (root / "usr/lib/cgi-bin/cvsweb").read_text("latin-1").partition("\n")
    program.write_text(f"{first}\nuse lib '{root}/usr/share/perl5';\n{rest}", "latin-1")  # it trusts no environment
    program.chmod(0o755)
    settings = (root / "etc/cvsweb/cvsweb.conf").read_text("latin-1")
    settings = settings.replace("/bin /usr/bin /usr/local/bin", f"{root}/usr/bin /bin /usr/bin")
    settings = settings.replace("'/var/lib/cvs'", f"'{repository}'").replace("$show_author = 0", "$show_author = 1")
    (program.parent / "cvsweb.conf").write_text(settings, "latin-1")
    (program.parent / "css").mkdir()
    shutil.copy(root / "etc/cvsweb/cvsweb.css", program.parent / "css")
    places = {"/cgi-bin/cvsweb": program, "/cvsweb/": program.parent}
    with served_by_cgi(root, folder, "/cgi-bin/cvsweb/", places, {}) as app:
        yield app


def name(number: int) -> str:
    return f"part{number * 7 % FILES:02}.txt"


def changes(place: str, number: int) -> int:
    return 3 + (number + PLACES.index(place)) % 5


def told(place: str, number: int, change: int) -> str:
    return f"Tell of the {place}, part {number}, as seen on walk {change}"


def writer(number: int, change: int) -> str:
    return f"walker{(number + change) % 5}"


def history(place: str, number: int) -> str:
    """The file of RCS with all changes, the last one first; each but that one is told as what it changes back."""
    count = changes(place, number)
    text = [f"head\t1.{count};\naccess;\nsymbols;\nlocks; strict;\ncomment\t@# @;\n\n"]
    for change in range(count, 0, -1):
        when = f"2024.{change:02}.{number + 1:02}.10.{PLACES.index(place):02}.00"
        onward = f"1.{change - 1}" if change > 1 else ""
        text.append(
            f"\n1.{change}\ndate\t{when};\tauthor {writer(number, change)};\tstate Exp;\nbranches;\nnext\t{onward};\n"
        )
    text.append("\n\ndesc\n@@\n")
    for change in range(count, 0, -1):
        own = f"Walk {change}.\n" if change == count else f"d1 1\na1 1\nWalk {change}.\n"
        text.append(f"\n\n1.{change}\nlog\n@{told(place, number, change)}\n@\ntext\n@{own}@\n")
    return "".join(text)


async def files(page: Page, _: Application, place: str) -> None:
    await follow(page, f"a:text-is('{place}/')")
    await follow(page, "th a:text-is('Age')")


async def changed(page: Page, _: Application, file: str) -> None:
    await follow(page, "a:text-is('quarries/')")
    await follow(page, f"a:text-is('{file}')")


async def logs(page: Page, _: Application, place: str) -> None:
    await follow(page, f"a:text-is('{place}/')")
    await read_two(page, "td.file a:has-text('.txt')", 1, 4)


def of_folder(_: Application, place: str) -> Sequence[Row]:
    """File, last change, its writer and what it tells."""
    lasts = [(number, changes(place, number)) for number in range(FILES)]
    return [(name(n), f"1.{last}", writer(n, last), told(place, n, last)) for n, last in lasts]


def of_file(_: Application, file: str) -> Sequence[Row]:
    """Change, its writer and what it tells."""
    number = next(each for each in range(FILES) if name(each) == file)
    return _all("quarries", number)


def of_files(_: Application, place: str) -> Sequence[Row]:
    return [row for number in range(FILES) for row in _all(place, number)]


def _all(place: str, number: int) -> list[Row]:
    counted = range(1, changes(place, number) + 1)
    return [(f"1.{change}", writer(number, change), told(place, number, change)) for change in counted]


_INPUTS = ({"place": PLACES[0]}, {"place": PLACES[2]})
_HOME = "/cgi-bin/cvsweb/"

EXHIBIT = Exhibit(
    "cvsweb",
    "a repository in Perl by CGI",
    cvsweb,
    (
        Workflow("files", files, _INPUTS, {"place": PLACES[1]}, of_folder, _HOME),
        Workflow("changed", changed, ({"file": name(2)}, {"file": name(5)}), {"file": name(8)}, of_file, _HOME),
        Workflow("logs", logs, _INPUTS, {"place": PLACES[1]}, of_files, _HOME),
    ),
)
