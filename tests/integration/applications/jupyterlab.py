"""JupyterLab from PyPI: a front end in JavaScript that gets everything from an API in JSON, behind a login."""

from __future__ import annotations

import contextlib
import hashlib
import json
from collections.abc import Iterator
from pathlib import Path

from .application import Application, free_port, installed, served

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
    port = free_port()
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
