"""ARA from PyPI: what Ansible has run, in tables with a form that is folded away, boxes to tick, pages and reports."""

from __future__ import annotations

import contextlib
import os
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, installed, served
from ..workflow import Exhibit, Row, Workflow, follow, read_two, turn

THINGS = ("windmill", "footbridge", "quarry")
HOSTS = ("hill", "shore", "wood", "moor", "lake")
KEEPERS = ("ada", "berta", "cora", "dora")
ACTIONS = ("copy", "command", "template", "service")
PLAYBOOKS = 105
_FILL = """
import datetime
import sys
import uuid
import zlib
import django
django.setup()
from django.db import transaction
from ara.api import models

count, split = int(sys.argv[1]), [part.split(",") for part in sys.argv[2:]]
things, hosts, keepers, actions = split
none, nothing = zlib.compress(b"{}"), zlib.compress(b"[]")
start = datetime.datetime(2026, 3, 1, tzinfo=datetime.timezone.utc)
with transaction.atomic():
    content = models.FileContent.objects.create(sha1="0" * 40, contents=zlib.compress(b"- hosts: all"))
    labels = [models.Label.objects.create(name=thing) for thing in things]
    for n in range(count):
        thing, began = things[n % 3], start + datetime.timedelta(hours=n)

        def times(seconds, after=0):
            first = began + datetime.timedelta(seconds=after)
            return {"started": first, "ended": first + datetime.timedelta(seconds=seconds, microseconds=250000)}

        playbook = models.Playbook.objects.create(name=f"Mend the {thing} {n}", ansible_version=f"2.{n % 4 + 10}.1",
            client_version="1.7.0", python_version="3.11.2", status="failed" if n % 4 == 0 else "completed",
            arguments=none, path=f"/srv/{thing}/{n}.yml", controller=f"desk{n % 2}.example.test",
            user=keepers[n % len(keepers)], **times(n * 7 % 600 + 5))
        playbook.labels.set([labels[n % 3]])
        play = models.Play.objects.create(name="all of it", uuid=uuid.uuid4(), status="completed", playbook=playbook,
            **times(n * 7 % 600 + 5))
        file = models.File.objects.create(path=playbook.path, content=content, playbook=playbook)
        own = [models.Host.objects.create(name=f"{hosts[(n + more) % len(hosts)]}.example.test", facts=none,
            ok=2 + n % 3, changed=n % 2, playbook=playbook) for more in (0, 2)]
        for part, action in enumerate(actions):
            task = models.Task.objects.create(name=f"See to the {thing}, part {n * 4 + part}", action=action,
                uuid=uuid.uuid4(), lineno=part + 2, tags=nothing, handler=False, play=play, file=file,
                playbook=playbook, status="completed" if (n + part) % 4 else "failed", **times(n % 50 + part, part))
            for host in own:
                models.Result.objects.create(status="ok", content=none, host=host, task=task, play=play,
                    playbook=playbook, **times(part + 1, part))
"""


@contextlib.contextmanager
def ara(folder: Path) -> Iterator[Application]:
    """Runs about three things on five hosts."""
    programs = installed("ara", "ara[server]>=1.7")
    environment = {
        "ARA_BASE_DIR": str(folder),
        "ARA_PAGE_SIZE": "15",
        "ARA_TIME_ZONE": "UTC",
        "ARA_SECRET_KEY": "for tests",
        "DJANGO_SETTINGS_MODULE": "ara.server.settings",
    }
    lists = [",".join(words) for words in (THINGS, HOSTS, KEEPERS, ACTIONS)]
    fill = [programs / "python", "-c", _FILL, str(PLAYBOOKS), *lists]
    for command in ([programs / "ara-manage", "migrate"], fill):
        subprocess.run(command, check=True, capture_output=True, cwd=folder, env={**os.environ, **environment})
    url = f"http://127.0.0.1:{free_port(folder)}"
    serve = [programs / "ara-manage", "runserver", "--noreload", url.removeprefix("http://")]
    with served(serve, url, folder, environment):
        yield Application(url, "", "", folder)


_ONWARD = "li.page-item:not(.disabled) a[aria-label='Go to next page']"


async def failed_tasks(page: Page, _: Application, word: str) -> None:
    await follow(page, "a.nav-link:has-text('Tasks')")
    await page.click("button:has-text('Search and filter tasks')")
    await page.fill("form #name >> visible=true", word)
    await page.check("#failed")
    await follow(page, "button.btn-primary:has-text('Submit')")
    await turn(page, _ONWARD)


async def reports(page: Page, _: Application, host: str) -> None:
    await follow(page, "a.nav-link:has-text('Hosts')")
    await page.click("button:has-text('Search and filter hosts')")
    await page.fill("form #name >> visible=true", host)
    await page.check("#latest")
    await follow(page, "button.btn-primary:has-text('Submit')")
    await turn(page, _ONWARD)


async def playbooks(page: Page, _: Application, keeper: str) -> None:
    await page.click("button:has-text('Search and filter')")
    await page.fill("form #user >> visible=true", keeper)
    await follow(page, "button.btn-primary:has-text('Submit')")
    await read_two(page, "#playbooks td.report-column a", 1, 3)


def _lasted(seconds: int) -> str:
    return f"0{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}.25"


def failed(_: Application, word: str) -> Sequence[Row]:
    return [
        (f"See to the {word}, part {n * 4 + part}", action, f"Mend the {word} {n}", _lasted(n % 50 + part))
        for n in range(PLAYBOOKS)
        for part, action in enumerate(ACTIONS)
        if THINGS[n % 3] == word and (n + part) % 4 == 0
    ]


def reported(_: Application, host: str) -> Sequence[Row]:
    return [
        (f"{host}.example.test", f"Mend the {THINGS[n % 3]} {n}", _lasted(n * 7 % 600 + 5))
        for n in range(PLAYBOOKS)
        for more in (0, 2)
        if HOSTS[(n + more) % 5] == host
    ]


def ran(_: Application, keeper: str) -> Sequence[Row]:
    newest = [n for n in reversed(range(PLAYBOOKS)) if KEEPERS[n % 4] == keeper][:15]
    return [(_lasted(n * 7 % 600 + 5), f"desk{n % 2}.example.test", keeper, f"2.{n % 4 + 10}.1") for n in newest]


EXHIBIT = Exhibit(
    "ara",
    "records of runs",
    ara,
    (
        Workflow("failed", failed_tasks, ({"word": "windmill"}, {"word": "quarry"}), {"word": "footbridge"}, failed),
        Workflow("reports", reports, ({"host": "hill"}, {"host": "moor"}), {"host": "wood"}, reported),
        Workflow("playbooks", playbooks, ({"keeper": "ada"}, {"keeper": "dora"}), {"keeper": "berta"}, ran),
    ),
)
