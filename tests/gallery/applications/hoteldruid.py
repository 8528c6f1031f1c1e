"""HotelDruid in PHP over SQLite, as Debian packages it: guests of a house, each shown beside what may replace it."""

from __future__ import annotations

import contextlib
import shutil
import sqlite3
import urllib.request
from collections.abc import Iterator, Sequence
from pathlib import Path
from urllib.parse import urlencode

from playwright.async_api import Page

from ..application import Application, NotInstallableError, copied, free_port, served, unpacked
from ..workflow import Exhibit, Row, Workflow, follow, turn

NAMES = ("Bergström", "Quiñones", "O'Leary")
FIRST = ("Zoë", "André", "Iñaki", "Chloé", "Bo")
TOWNS = ("Malmö", "Cork", "Bilbao", "Turin")
NATIONS = ("Sweden", "Ireland", "Spain", "Italy")
GUESTS = 340
_ROW = "td a[href*='modifica_cliente.php']"


@contextlib.contextmanager
def hoteldruid(folder: Path) -> Iterator[Application]:
    """Guests of three names, from four towns."""
    if shutil.which("php") is None:
        raise NotInstallableError("there is no php: apt install php-cli php-xml php-mbstring")
    root = unpacked("hoteldruid", "hoteldruid", "php8.2-sqlite3")
    program = folder / "program"
    copied(root / "usr/share/hoteldruid", program)
    for place in ("data", "pages"):
        (folder / place).mkdir()
    settings = (program / "costanti.php").read_text()
    for place in ("data", "pages"):
        settings = settings.replace(f"/var/lib/hoteldruid/{place}", f"{folder}/{place}")
    (program / "costanti.php").write_text(settings.replace("/etc/hoteldruid", f"{root}/etc/hoteldruid"))
    php = ["php", "-d", "display_errors=0"]
    for extension in ("sqlite3", "pdo_sqlite"):
        php += ["-d", f"extension={next(root.rglob(f'{extension}.so'))}"]
    url = f"http://127.0.0.1:{free_port(folder)}"
    serve: list[str | Path] = [*php, "-S", url.removeprefix("http://"), "-t", program]
    with served(serve, f"{url}/inizio.php", folder):
        urllib.request.urlopen(f"{url}/creadb.php", urlencode({"lingua": "en"}).encode()).close()
        urllib.request.urlopen(f"{url}/inizio.php").close()  # which makes the tables of the year
        _fill(folder / "data" / "db_hoteldruid")
        yield Application(url, "", "", folder)


def _fill(path: Path) -> None:
    with contextlib.closing(sqlite3.connect(path)) as store, store:
        for number in range(GUESTS):
            told = guest(number)
            marks = ", ".join("?" * len(told))
            store.execute(f"INSERT INTO clienti ({', '.join(told)}) VALUES ({marks})", list(told.values()))
        store.execute("UPDATE personalizza SET valpersonalizza_num = 30 WHERE idpersonalizza LIKE 'num_righe_tab_%'")


def guest(n: int) -> dict[str, str | int]:
    told = {"cognome": surname(n), "nome": first(n), "nazione": NATIONS[n % 4], "citta": TOWNS[n % 4]}
    told |= {"datanascita": "-".join(reversed(born(n).split("-"))), "via": "Long Street", "numcivico": str(n * 7 % 89)}
    told |= {"telefono": telephone(n), "email": mail(n), "documento": document(n), "commento": comment(n)}
    told |= {"datainserimento": f"2026-0{n % 9 + 1}-1{n % 10} 10:{n % 60:02}:00", "hostinserimento": "here"}
    return told | {"idclienti": n + 1, "max_num_ordine": 1, "utente_inserimento": 1}


def surname(number: int) -> str:
    return f"{NAMES[number % 3]} {chr(65 + number * 5 % 26)}{number * 11 % 97}"


def first(number: int) -> str:
    return FIRST[number % 5]


def born(number: int) -> str:
    return f"{number * 11 % 28 + 1:02}-{number * 7 % 12 + 1:02}-{1938 + number * 13 % 67}"


def telephone(number: int) -> str:
    return "" if number % 6 == 4 else f"+46 {700 + number * 3 % 90} {number * 53 % 900 + 100}"


def mail(number: int) -> str:
    return f"guest.{number * 37 % 997}@houses.test"


def document(number: int) -> str:
    return f"P{number * 7919 % 99991:05}"


def comment(number: int) -> str:
    return "" if number % 4 else f"Wants room {number % 40 + 1}"


async def _look_for(page: Page, word: str) -> None:
    await page.hover("#nb_cli")
    await page.fill("#clisearch", word)
    await follow(page, ".nb_cli button[type=submit]")


_AFTER = "a[href*='pagina_clienti']:has-text('->') >> nth=0"


async def search(page: Page, _: Application, word: str) -> None:
    await _look_for(page, word)
    await turn(page, _AFTER)


async def details(page: Page, _: Application, word: str) -> None:
    """Two of the first page, and one of the second."""
    await _look_for(page, word)
    for place in (1, 4):
        await follow(page, f"{_ROW} >> nth={place}")
        await page.go_back()
    await follow(page, _AFTER)
    await follow(page, f"{_ROW} >> nth=2")


def _row(n: int) -> Row:
    return surname(n), first(n), NATIONS[n % 4], TOWNS[n % 4], mail(n)


def found(_: Application, word: str) -> Sequence[Row]:
    return [_row(n) for n in range(GUESTS) if word in surname(n)]


def opened(_: Application, word: str) -> Sequence[Row]:
    numbers = [n for n in range(GUESTS) if word in surname(n)]
    return [(surname(n), first(n), born(n), NATIONS[n % 4], TOWNS[n % 4], mail(n)) for n in numbers]


_NAMES = ({"word": NAMES[0]}, {"word": NAMES[2][2:]})

EXHIBIT = Exhibit(
    "hoteldruid",
    "a house's guests in PHP, pages to change them",
    hoteldruid,
    (
        Workflow("search", search, _NAMES, {"word": NAMES[1]}, found, "/inizio.php"),
        Workflow("details", details, _NAMES, {"word": NAMES[1]}, opened, "/inizio.php"),
    ),
)
