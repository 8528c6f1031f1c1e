"""Supysonic from PyPI: lists of songs of people who log in, in tables of Bootstrap."""

from __future__ import annotations

import contextlib
import os
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, installed, served
from ..workflow import Exhibit, Row, Workflow, follow

THINGS = ("windmill", "footbridge", "quarry")
PEOPLE = ("anna", "bela", "cora")
SECRET = "slow & steady"
LISTS, SONGS = 9, 25
_SETTINGS = """
[base]
database_uri = sqlite:///{folder}/songs.db
[webapp]
cache_dir = {folder}
[daemon]
socket = {folder}/daemon.sock
run_watcher = no
"""
_FILL = """
import sys
from supysonic.config import IniConfig
from supysonic.db import Album, Artist, Folder, Playlist, Track, db, init_database
from supysonic.managers.user import UserManager

lists, songs, things, secret, people = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3].split(), *sys.argv[4:]
init_database(IniConfig("supysonic.conf").BASE["database_uri"])
root = Folder.create(root=True, name="songs", path="/songs")
artists = [Artist.create(name=f"The {thing.title()} Singers") for thing in things]
albums = [Album.create(name=f"Below the {artist.name.split()[1].lower()}", artist=artist) for artist in artists]
tracks = []
for n in range(lists * songs):
    tracks.append(Track.create(disc=1, number=n, title=f"Song {n} of the {things[n % 3]}", duration=61 + n * 7 % 500,
        album=albums[n % 3], artist=artists[n % 3], bitrate=320, path=f"/songs/{n}.ogg", last_modification=n,
        root_folder=root, folder=root))
for each, name in enumerate(people.split()):
    user = UserManager.add(name, secret, admin=not each)
    for n in range(lists):
        own = tracks[n::lists]
        title = f"{name.title()} near the {things[n % 3]} {n // 3}"
        Playlist.create(user=user, name=title, public=True, tracks=",".join(str(each.id) for each in own))
"""


@contextlib.contextmanager
def supysonic(folder: Path) -> Iterator[Application]:
    """Three people with nine lists each."""
    programs = installed("supysonic", "supysonic==0.7.9", "waitress")
    (folder / "supysonic.conf").write_text(_SETTINGS.format(folder=folder))
    filling = [programs / "python", "-c", _FILL, str(LISTS), str(SONGS), " ".join(THINGS), SECRET, " ".join(PEOPLE)]
    own = {"HOME": str(folder)}
    subprocess.run(filling, check=True, capture_output=True, cwd=folder, env={**os.environ, **own})
    url = f"http://127.0.0.1:{free_port(folder)}"
    serve = [programs / "supysonic-server", "--host", "127.0.0.1", "--port", url.rpartition(":")[2]]
    with served(serve, url, folder, own):
        yield Application(url, "anna", SECRET, folder)


async def _log_in(page: Page, name: str, secret: str) -> None:
    await page.fill("input#user", name)
    await page.fill("input#password", secret)
    await follow(page, "button[type=submit]:has-text('Log in')")
    await follow(page, "a.nav-link:has-text('Playlists')")


async def own(page: Page, app: Application, name: str) -> None:
    await _log_in(page, name, app.secret)


async def songs(page: Page, app: Application, title: str) -> None:
    await _log_in(page, app.user, app.secret)
    await follow(page, f"td a:text-is('{title}')")


def lists_of(_: Application, name: str) -> Sequence[Row]:
    return [(_title(name, n), str(SONGS)) for n in range(LISTS)]


def _title(name: str, number: int) -> str:
    return f"{name.title()} near the {THINGS[number % 3]} {number // 3}"


def in_list(_: Application, title: str) -> Sequence[Row]:
    (which,) = [n for n in range(LISTS) if _title("anna", n) == title]
    return [_song(n) for n in range(which, LISTS * SONGS, LISTS)]


def _song(number: int) -> Row:
    thing, seconds = THINGS[number % 3], 61 + number * 7 % 500
    length = f"{seconds // 60:02}:{seconds % 60:02}"
    return f"The {thing.title()} Singers", f"Song {number} of the {thing}", f"Below the {thing}", length


EXHIBIT = Exhibit(
    "supysonic",
    "lists of songs",
    supysonic,
    (
        Workflow("own", own, ({"name": "anna"}, {"name": "cora"}), {"name": "bela"}, lists_of),
        Workflow(
            "songs",
            songs,
            ({"title": "Anna near the windmill 1"}, {"title": "Anna near the quarry 0"}),
            {"title": "Anna near the footbridge 2"},
            in_list,
        ),
    ),
)
