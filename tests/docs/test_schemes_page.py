"""The page on schemes, followed as it stands there, and its tables of fields."""

import json
import os
import subprocess
import sys
from pathlib import Path

from scrapy_bt.core.schemes.files.shape import SCHEME
from scrapy_bt.testing.redis import RedisServer
from scrapy_bt.testing.site import PracticeSite
from tests.commandlines import read_line, run
from tests.docs.blocks import DOCS, read_blocks, read_commands
from tests.docs.walk import fits
from tests.integration.projects import Project
from tests.schemefiles import records

PAGE = DOCS / "schemes.md"


def test_every_field_stands_with_its_meaning():
    rows = set(PAGE.read_text("utf-8").splitlines())
    for record in records(SCHEME):
        for field in record.fields:
            needed = " (needed)" if field.is_needed else ""
            assert f"| `{field.name}`{needed} | {field.meaning} |" in rows


def test_what_the_page_tells_to_do_gives_what_it_shows(tmp_path):
    with RedisServer() as server, PracticeSite(products=60) as site:
        ports = {"127.0.0.1:8000": site.url.split("/")[2], "127.0.0.1:6379": f"127.0.0.1:{server.port}"}

        def here(text):
            for written, port in ports.items():
                text = text.replace(written, port)
            return text

        def as_written(text):
            for written, port in ports.items():
                text = text.replace(port, written)
            return text

        project = Project(tmp_path)
        blocks = list(read_blocks(PAGE))
        for block in blocks:
            if block.caption.startswith("settings.py"):
                exec(here(block.text), {}, project.settings)
            elif block.caption:
                # Marks below a line depend on how long an address is: those files stay as they are.
                keeps = block.caption in ("wrong.toml", "many.yaml")
                (tmp_path / block.caption).write_text(block.text if keeps else here(block.text), "utf-8")
        lines = [f"{name} = {value!r}" for name, value in project.settings.items()]
        project.write("conf.py", "\n".join(lines) + "\n")
        path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
        for command in (one for block in blocks if block.language == "console" for one in read_commands(block)):
            done = run(
                read_line(here(command.line)),
                cwd=tmp_path,
                env={**os.environ, "PATH": path},
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
            )
            assert fits(command.output, as_written(done.stdout)), f"{command.line}\n{done.stdout}"
        counts = site.counts()["by_path"]
        assert {path for path, number in counts.items() if number > 1 and "search" not in path} == set()
        found = [json.loads(line) for line in (tmp_path / "content.jl").read_text("utf-8").splitlines()]
        assert {record["platform"] for record in found} == {"portal", "forum"}
        assert len({record["url"] for record in found}) == len(found) == 10
