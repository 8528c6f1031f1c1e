"""Recording by a proxy, for any client: mitmproxy, in a process and a Python of its own."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from ..core.documents.json import read_json
from ..core.samples.traffic import Exchange
from ..core.tree.values import storable_json
from ..errors import SampleError
from . import proxy_addon
from .folder import NewSample, Recorded
from .har import BODIES_LIMIT
from .har_entries import HarReader
from .problems import Problems
from .reports import Reports, page_script

REQUIREMENT = "mitmproxy>=10"
_STARTING = 30.0
_PIECE = 0.2
_DELIVER = f"""(line => {{
  const place = '{proxy_addon.RESERVED}events', text = line + '\\n', isShort = text.length < 20000;
  if (!isShort || !navigator.sendBeacon(place, text)) {{
    fetch(place, {{ method: 'POST', body: text, keepalive: isShort }}).catch(() => 0);
  }}
}})"""
"""How the script on a page hands in a report: browsers send no more than 64 KB once a page is left."""


@dataclass(frozen=True)
class ProxyRecorder:
    """How the proxy is started."""

    program: str = ""
    """Of `mitmdump`; empty for the one on the PATH, or the one that `install` has made."""
    host: str = "127.0.0.1"
    port: int = 8080
    say: Callable[[str], None] = lambda _: None

    def record(self, new: NewSample, ended: threading.Event) -> Recorded:
        """Record until *ended* is set; raises `SampleError` if it cannot begin, or if nothing was sent."""
        try:
            program = find_mitmdump(self.program)
            started = time.time()
            with tempfile.TemporaryDirectory(prefix="scrapy-bt-proxy-") as name:
                folder = Path(name)
                (folder / "script.js").write_text(page_script(_DELIVER, has_bar=True), "utf-8")
                self._run(program, folder, ended)
                return self._collect(new, folder, started)
        except BaseException:
            new.discard()
            raise

    def _run(self, program: str, folder: Path, ended: threading.Event) -> None:
        place = data_folder() / "certificate"
        place.mkdir(parents=True, exist_ok=True, mode=0o700)
        options = ["-q", "--listen-host", self.host, "--listen-port", str(self.port), "--set", f"confdir={place}"]
        command = [program, *options, "-s", str(Path(proxy_addon.__file__))]
        environment = {**os.environ, "BT_PROXY_FOLDER": str(folder)}
        environment.pop("PYTHONPATH", None)  # its Python is another
        with (folder / "log").open("w+", encoding="utf-8") as log:
            process = subprocess.Popen(  # noqa: S603  # the user's own program
                command, stdout=log, stderr=log, env=environment, start_new_session=True
            )
            try:
                self._wait_for_start(process, folder, ended)
                self.say(
                    f"recording; proxy: http://{self.host}:{self.port}; for HTTPS the client has to trust"
                    f" {place / 'mitmproxy-ca-cert.pem'} (or open http://mitm.it through the proxy);"
                    " press Ctrl-C when you are through"
                )
                while process.poll() is None and not ended.wait(_PIECE):
                    pass
            finally:
                if process.poll() is None:
                    process.send_signal(signal.SIGINT)
                _wait(process)

    def _wait_for_start(self, process: subprocess.Popen[bytes], folder: Path, ended: threading.Event) -> None:
        until = time.monotonic() + _STARTING
        while not (folder / "ready").exists():
            if process.poll() is not None or time.monotonic() > until:
                lines = (folder / "log").read_text("utf-8", errors="replace").strip().splitlines()
                reason = lines[-1].strip() if lines else "it says nothing"
                raise SampleError(f"the proxy did not start: {reason}; another port: --port")
            if ended.wait(_PIECE):
                raise SampleError("the proxy was ended before it had begun")

    def _collect(self, new: NewSample, folder: Path, started: float) -> Recorded:
        problems = Problems("proxy")
        exchanges = list(_exchanges(folder / "entries.jsonl", problems))
        if not exchanges:
            raise SampleError(
                "nothing was sent through the proxy; set it in the client: proxy for HTTP and HTTPS"
                f" {self.host}, port {self.port}"
            )
        reports = Reports(new.keep_page)
        for line in _lines(folder / "reports.jsonl"):
            reports.add(line)
        for note in dict.fromkeys(_lines(folder / "notes.jsonl")):
            self.say(str(read_json(note)))
        new.tool += ", mitmproxy"
        new.start_url = new.start_url or exchanges[0].sent.url
        new.finish(started, exchanges=exchanges, events=reports.events())
        return Recorded(new.folder, len(exchanges), len(reports), 0)


def find_mitmdump(wanted: str = "") -> str:
    """The path of `mitmdump`; raises `SampleError`, which says how to get it."""
    found = shutil.which(wanted) if wanted else shutil.which("mitmdump") or shutil.which(str(_installed()))
    if found:
        return found
    if wanted:
        raise SampleError(f"{wanted}: there is no such program; --mitmproxy takes the path of mitmdump")
    raise SampleError(
        "there is no mitmproxy; to install it in a place of its own: scrapy bt record --proxy --install"
        " (it cannot live in one environment with Scrapy)"
    )


def install(*, say: Callable[[str], None] = lambda _: None) -> str:
    """Install mitmproxy in an environment of its own, unless it is there; returns the path of `mitmdump`."""
    program = _installed()
    if program.exists():
        return str(program)
    folder = program.parent.parent
    say(f"installing {REQUIREMENT} in {folder}")
    folder.parent.mkdir(parents=True, exist_ok=True)
    for command in (
        [sys.executable, "-m", "venv", "--clear", str(folder)],
        [str(folder / "bin" / "python"), "-m", "pip", "install", "-q", "--disable-pip-version-check", REQUIREMENT],
    ):
        environment = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "PYTHONHOME")}
        done = subprocess.run(  # noqa: S603  # this Python, and the one that it makes
            command, check=False, capture_output=True, text=True, env=environment
        )
        if done.returncode:
            shutil.rmtree(folder, ignore_errors=True)
            lines = (done.stderr or done.stdout).strip().splitlines()
            raise SampleError(f"mitmproxy could not be installed: {lines[-1] if lines else 'pip says nothing'}")
    return str(program)


def data_folder() -> Path:
    """Where things for all projects of this user are kept."""
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "scrapy_bt"


def _installed() -> Path:
    return data_folder() / "mitmproxy" / "bin" / "mitmdump"


def _exchanges(path: Path, problems: Problems) -> Iterator[Exchange]:
    reader = HarReader(problems, BODIES_LIMIT)
    for number, line in enumerate(_lines(path)):
        try:
            exchange = reader.exchange(number, storable_json(read_json(line, largest=None, loosely=True), line))
        except ValueError:  # the last line, if the proxy was killed
            continue
        if exchange is not None:
            yield exchange


def _lines(path: Path) -> Iterator[str]:
    if path.exists():
        with path.open(encoding="utf-8", errors="replace") as lines:
            yield from lines


def _wait(process: subprocess.Popen[bytes]) -> None:
    try:
        process.wait(10)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
