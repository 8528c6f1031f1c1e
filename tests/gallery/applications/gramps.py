"""Gramps as Debian packages it: the site that it writes of a family tree, with people by surname and by place."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, NotInstallableError, free_port, served, unpacked
from ..workflow import Exhibit, Row, Workflow, follow, read_two

SURNAMES = ("Brook", "Field", "Hill", "Lane", "Moor", "Wood")
GIVEN = {"F": ("Ada", "Berta", "Cora", "Dora", "Edna"), "M": ("Abel", "Bert", "Carl", "Dan", "Emil")}
SECOND = ("Jane", "Ruth", "Alma", "Lee", "Kit")
PLACES = ("Millbrook", "Oldham", "Ravenford", "Saltash", "Thornby")
TRADES = ("Miller", "Mason", "Carter", "Weaver", "Cooper", "Baker", "Smith")
PEOPLE = 150
_FACTS = ("birth", "death", "trade")
_RUN = "import sys; sys.argv[0] = 'gramps'; from gramps.grampsapp import main; main()"


@contextlib.contextmanager
def gramps(folder: Path) -> Iterator[Application]:
    """People of six surnames, some of them married."""
    debian = Path("/usr/bin/python3")
    if not debian.exists():
        raise NotInstallableError("Gramps runs in Debian's own Python, and there is none")
    packages = ("gramps", "python3-gi", "gir1.2-glib-2.0", "gir1.2-gdkpixbuf-2.0", "libgirepository-1.0-1")
    root = unpacked("gramps", *packages, "libgdk-pixbuf-2.0-0")
    own = {
        "HOME": str(folder),
        "GRAMPSHOME": str(folder),
        "GRAMPS_RESOURCES": str(root / "usr/share"),
        "PYTHONPATH": str(root / "usr/lib/python3/dist-packages"),
        "GI_TYPELIB_PATH": ":".join(map(str, root.glob("usr/lib/*/girepository-1.0"))),
        "LD_LIBRARY_PATH": ":".join(map(str, root.glob("usr/lib/*-linux-gnu"))),
        "LANG": "C.UTF-8",
    }
    (folder / "tree.gramps").write_text(tree())

    def run(*words: str | Path) -> None:
        subprocess.run(
            [debian, "-c", _RUN, *words], check=True, capture_output=True, cwd=folder, env={**os.environ, **own}
        )

    run("-C", "tree", "-i", folder / "tree.gramps")
    run("-O", "tree", "-a", "report", "-p", f"name=navwebpage,target={folder / 'site'},showdeath=True,showpartner=True")
    url = f"http://127.0.0.1:{free_port(folder)}"
    serve = [sys.executable, "-m", "http.server", "-b", "127.0.0.1", "-d", folder / "site", url.rpartition(":")[2]]
    with served(serve, url, folder):
        yield Application(url, "", "", folder)


def surname(number: int) -> str:
    return SURNAMES[number // 2 % 6]


def gender(number: int) -> str:
    return "FM"[number % 2]


def given(number: int) -> str:
    return f"{GIVEN[gender(number)][number // 12 % 5]} {SECOND[number // 60]}"


def born(number: int) -> str:
    return f"18{number * 7 % 90 + 10}-{number % 12 + 1:02}-{number * 5 % 28 + 1:02}"


def birthplace(number: int) -> str:
    return PLACES[number % 5]


def died(number: int) -> str:
    return f"19{number * 11 % 60 + 10}-{number * 5 % 12 + 1:02}-{number % 28 + 1:02}"


def trade(number: int) -> str:
    return TRADES[number % 7]


def _events(number: int) -> Iterator[str]:
    place = f'<place hlink="_p{number % 5}"/>'
    other = f'<place hlink="_p{(number + 2) % 5}"/>'
    told = {
        "birth": f'<type>Birth</type><dateval val="{born(number)}"/>{place}',
        "death": f'<type>Death</type><dateval val="{died(number)}"/>{other}',
        "trade": f"<type>Occupation</type><description>{trade(number)}</description>",
    }
    for kind in _FACTS:
        yield f'<event handle="_{kind}{number}" change="1700000000" id="E{kind}{number:04}">{told[kind]}</event>'


def _couples() -> Iterator[tuple[int, int]]:
    for number in range(0, PEOPLE - 13, 4):
        yield number + 13, number


def _person(number: int, families: Sequence[str]) -> str:
    facts = "".join(f'<eventref hlink="_{kind}{number}" role="Primary"/>' for kind in _FACTS)
    return (
        f'<person handle="_i{number}" change="1700000000" id="I{number:04}"><gender>{gender(number)}</gender>'
        f'<name type="Birth Name"><first>{given(number)}</first><surname>{surname(number)}</surname></name>'
        f"{facts}{''.join(families)}</person>"
    )


def tree() -> str:
    """The data, as Gramps reads them."""
    couples = dict(enumerate(_couples()))
    married: dict[int, list[str]] = {}
    for family, two in couples.items():
        for person in two:
            married.setdefault(person, []).append(f'<parentin hlink="_f{family}"/>')
    events = "".join(event for number in range(PEOPLE) for event in _events(number))
    people = "".join(_person(number, married.get(number, [])) for number in range(PEOPLE))
    families = "".join(
        f'<family handle="_f{family}" change="1700000000" id="F{family:04}"><rel type="Married"/>'
        f'<father hlink="_i{he}"/><mother hlink="_i{she}"/></family>'
        for family, (he, she) in couples.items()
    )
    places = "".join(
        f'<placeobj handle="_p{number}" change="1700000000" id="P{number:04}" type="Town"><ptitle>{name}</ptitle>'
        f'<pname value="{name}"/></placeobj>'
        for number, name in enumerate(PLACES)
    )
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<database xmlns="http://gramps-project.org/xml/1.7.1/">'
        '<header><created date="2025-03-01" version="5.1.5"/><researcher/></header>'
        f"<events>{events}</events><people>{people}</people><families>{families}</families>"
        f"<places>{places}</places></database>"
    )


async def people(page: Page, _: Application, surname: str) -> None:
    await follow(page, f".surnamelist .ColumnSurname a:text-is('{surname}')")


async def details(page: Page, app: Application, surname: str) -> None:
    await people(page, app, surname)
    await read_two(page, "td.ColumnName a", 2, 7)


def _own(surname_: str) -> list[int]:
    return [number for number in range(PEOPLE) if surname(number) == surname_]


def name(number: int) -> str:
    return f"{surname(number)}, {given(number)}"


def listed(_: Application, surname: str) -> Sequence[Row]:
    partners = {person: name(other) for two in _couples() for person, other in (two, two[::-1])}
    return [(name(n), born(n), died(n), *((partners[n],) if n in partners else ())) for n in _own(surname)]


def told(_: Application, surname: str) -> Sequence[Row]:
    genders = {"F": "female", "M": "male"}
    return [(name(n), genders[gender(n)], born(n), birthplace(n), died(n), trade(n)) for n in _own(surname)]


_INPUTS, _OTHER = ({"surname": "Field"}, {"surname": "Moor"}), {"surname": "Lane"}

EXHIBIT = Exhibit(
    "gramps",
    "a family tree's site",
    gramps,
    (
        Workflow("people", people, _INPUTS, _OTHER, listed),
        Workflow("details", details, _INPUTS, _OTHER, told),
    ),
)
