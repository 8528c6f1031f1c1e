"""Recordings of all sections that are kept, since a browser makes them for minutes.

`python -m tests.integration.inference.kept` makes them anew, after a change of the site or of what is recorded.
"""

from __future__ import annotations

import io
import re
import tarfile
import tempfile
from pathlib import Path
from urllib.parse import urlsplit

from scrapy_bt.testing.site import PracticeSite
from tests.integration.inference.judge import record_all
from tests.integration.inference.sections import CASES, PRODUCTS

KEPT = Path(__file__).with_name("recordings.tar.xz")
PORT = 34359
"""In the addresses of what is kept."""


def _moved(data: bytes, old: int, new: int) -> bytes:
    """With the site at another port."""
    return re.sub(rb"(127\.0\.0\.1(?::|%%3A))%d\b" % old, rb"\g<1>%d" % new, data)


def unpack(folder: Path, site: PracticeSite) -> None:
    """The recordings, as if this site had been recorded."""
    port = urlsplit(site.url).port
    assert port is not None
    with tarfile.open(KEPT) as packed:
        for member in packed:
            file = packed.extractfile(member)
            assert file is not None
            path = folder / member.name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(_moved(file.read(), PORT, port))


def pack(folder: Path, port: int) -> None:
    """Keep the recordings in the folder, which are of a site at that port."""
    with tarfile.open(KEPT, "w:xz", preset=9) as packed:
        for path in sorted(path for path in folder.rglob("*") if path.is_file()):
            data = _moved(path.read_bytes(), port, PORT)
            member = tarfile.TarInfo(path.relative_to(folder).as_posix())
            member.size = len(data)
            packed.addfile(member, io.BytesIO(data))


def main() -> None:
    with tempfile.TemporaryDirectory() as name, PracticeSite(products=PRODUCTS, noise="on") as site:
        record_all(CASES, site, Path(name))
        pack(Path(name), urlsplit(site.url).port or 0)
    print(f"{KEPT.name}: {KEPT.stat().st_size // 1000} kB")


if __name__ == "__main__":
    main()
