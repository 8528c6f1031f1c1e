"""JupyterLab from PyPI: a front end in JavaScript that gets everything from an API in JSON, behind a login."""

from __future__ import annotations

import contextlib
import hashlib
import json
from collections.abc import Iterator
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, installed, served
from ..workflow import Exhibit, Row, Workflow, follow

FILES = 24
FOLDERS = ("rivers", "hills", "coasts")


@contextlib.contextmanager
def jupyterlab(folder: Path) -> Iterator[Application]:
    """A server with folders of notes."""
    secret = "quiet & please"
    home = folder / "home"
    for name in FOLDERS:
        (home / name).mkdir(parents=True)
        for number in range(FILES):
            (home / name / f"{name}-{number:02}.txt").write_text(f"Note {number} on {name}.\n")
    settings = folder / "settings"
    settings.mkdir()
    hashed = hashlib.sha1(f"{secret}salt".encode()).hexdigest()  # one of the forms that the server reads
    values = {
        "ServerApp": {"root_dir": str(home)},
        "PasswordIdentityProvider": {"hashed_password": f"sha1:salt:{hashed}"},
    }
    (settings / "jupyter_server_config.json").write_text(json.dumps(values))
    port = free_port(folder)
    url = f"http://127.0.0.1:{port}"
    where = {
        "JUPYTER_CONFIG_DIR": str(settings),
        "JUPYTER_DATA_DIR": str(folder / "data"),
        "JUPYTER_RUNTIME_DIR": str(folder / "runtime"),
        "HOME": str(folder),
    }
    options = ["--no-browser", "--allow-root", "--ip=127.0.0.1", f"--port={port}", "--ServerApp.port_retries=0"]
    program = installed("jupyterlab", "jupyterlab>=4.4,<5") / "jupyter-lab"
    with served([program, *options], f"{url}/login", folder, where):
        yield Application(url, "", secret, folder)


async def open_folder(page: Page, app: Application, name: str) -> None:
    await page.fill("#password_input", app.secret)
    await follow(page, "#login_submit")
    row = f".jp-DirListing-item >> text={name}"
    await page.wait_for_selector(".jp-DirListing-item")
    await page.wait_for_load_state("networkidle")
    await page.click(".jp-BreadCrumbs-home")  # it opens what was open the last time
    await page.wait_for_selector(row)
    await page.dblclick(row)
    await page.wait_for_selector(f"text={name}-03.txt")


def found_files(_: Application, name: str) -> list[Row]:
    return [(f"{name}-{number:02}.txt",) for number in range(FILES)]


EXHIBIT = Exhibit(
    "jupyterlab",
    "JavaScript over an API in JSON",
    jupyterlab,
    (
        Workflow(
            "folder",
            open_folder,
            ({"name": FOLDERS[0]}, {"name": FOLDERS[1]}),
            {"name": FOLDERS[2]},
            found_files,
            "/lab",
        ),
    ),
)
