"""HAR files, read as a stream: any browser's and any tool's, cut off, packed or huge."""

from __future__ import annotations

import codecs
import json
import lzma
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import IO

from ..core.documents.json import read_json
from ..core.samples.redirects import fold_redirects
from ..core.samples.traffic import Exchange, Recording
from ..core.tree.values import storable_json
from ..errors import SampleError
from ..sentences import say
from .har_entries import HarReader
from .jsonstream import Cut, members_of
from .paths import path_inside
from .problems import Problems

BODY_LIMIT = 16 * 1024 * 1024
"""Bytes of a body above which it may be left out; in Base64, as it stands in the file, it has a third more."""
BODIES_LIMIT = 256 * 1024 * 1024
"""Bytes of all bodies of a recording together."""
CHUNK = 1 << 20
_PACKED = 1 << 14
"""Bytes that are unpacked at a time; what is behind the end of a part is copied."""
_GZIP = 31
"""What zlib calls a window of the largest size with gzip's header."""
_BROKEN = (EOFError, zlib.error, lzma.LZMAError, zipfile.BadZipFile, ValueError, RuntimeError)
"""What the packing of a file may raise while it is read: encrypted, unknown to Python, cut off, broken."""


def read_har(
    path: Path,
    *,
    name: str = "",
    folds: bool = True,
    body_limit: int = BODY_LIMIT,
) -> Recording:
    """The recording that a `.har` holds, as it is or in a `.gz` or `.zip`; raises `SampleError` only if there is none.

    What is wrong in it is told as the recording's problems. *folds*: redirects are made one exchange.
    """
    problems = Problems(path.name)
    exchanges: list[Exchange] = []
    is_cut = False
    with ExitStack() as stack:
        blocks, attachment = _opened(path, stack)
        reader = HarReader(problems, BODIES_LIMIT, attachment)
        count = -1
        try:
            for member, text in members_of(_chunks(blocks, problems), longest=body_limit * 4 // 3 + 4):
                if member == "entries":
                    count += 1
                    exchange = _exchange(reader, count, text)
                    if exchange is not None:
                        exchanges.append(exchange)
        except Cut as error:
            if count < 0:
                raise SampleError(
                    say(
                        "{}: this is no HAR file ({}); a HAR is what a browser's developer tools save from their"
                        " network tab",
                        path,
                        error,
                    )
                ) from None
            problems.add("", str(error), f"it was read up to its entry {count + 1}")
            is_cut = True
        except OSError as error:
            raise SampleError(say("{}: it cannot be read: {}", path, error)) from error
    if count < 0:
        raise SampleError(
            say("{}: this HAR has no entries; record again, with the network tab open from the start", path)
        )
    ordered = sorted(exchanges, key=lambda exchange: exchange.started)
    numbered = tuple(replace(exchange, index=index) for index, exchange in enumerate(ordered))
    told = fold_redirects(numbered) if folds else numbered
    return Recording(name or _stem(path), told, problems=problems.told(), is_cut=is_cut)


def _exchange(reader: HarReader, number: int, text: str) -> Exchange | None:
    try:
        entry = storable_json(read_json(text, largest=None, loosely=True), text)
    except ValueError:
        reader.problems.add(f"entry {number + 1}", "this is no JSON", "the entry was left out")
        return None
    return reader.exchange(number, entry)


def _opened(path: Path, stack: ExitStack) -> tuple[Iterator[bytes], Callable[[str], bytes | None]]:
    """The HAR block by block, and how the files beside it are read."""
    try:
        if not zipfile.is_zipfile(path):
            plain = stack.enter_context(path.open("rb"))
            is_packed = plain.read(2) == b"\x1f\x8b"
            plain.seek(0)
            blocks = _unpacked(plain) if is_packed else _blocks(plain)
            return blocks, lambda name: _beside(path.parent, name)
        archive = stack.enter_context(zipfile.ZipFile(path))
        inside = [name for name in archive.namelist() if name.lower().endswith(".har")]
        if not inside:
            raise SampleError(say("{}: there is no .har file in this archive", path))
        folder = inside[0].rpartition("/")[0]
        stream = stack.enter_context(archive.open(inside[0]))
        return _blocks(stream), lambda name: _inside(archive, folder, name)
    except (OSError, *_BROKEN) as error:
        raise SampleError(say("{}: it cannot be read: {}", path, getattr(error, "strerror", None) or error)) from error


def _beside(folder: Path, name: str) -> bytes | None:
    path = path_inside(folder, name)
    try:
        return path.read_bytes() if path is not None and path.is_file() and path.stat().st_size <= BODY_LIMIT else None
    except OSError:  # as one that must not be read
        return None


def _inside(archive: zipfile.ZipFile, folder: str, name: str) -> bytes | None:
    try:
        member = archive.getinfo(f"{folder}/{name}" if folder else name)
        return archive.read(member) if member.file_size <= BODY_LIMIT else None
    except (KeyError, OSError, *_BROKEN):
        return None


def _blocks(stream: IO[bytes]) -> Iterator[bytes]:
    while block := stream.read(CHUNK):
        yield block


def _unpacked(stream: IO[bytes]) -> Iterator[bytes]:
    """What a gzip file holds, as far as it goes (the module gzip gives nothing of a file that is cut off)."""
    machine = zlib.decompressobj(_GZIP)
    packed = b""
    while True:
        packed = packed or stream.read(_PACKED)
        if not packed:
            yield machine.flush()
            if not machine.eof:
                raise EOFError(say("it is cut off"))
            return
        if machine.eof:
            machine = zlib.decompressobj(_GZIP)
        yield machine.decompress(packed, CHUNK)
        packed = machine.unused_data if machine.eof else machine.unconsumed_tail


def _chunks(blocks: Iterator[bytes], problems: Problems) -> Iterator[str]:
    decoder: codecs.IncrementalDecoder | None = None
    try:
        for block in blocks:
            if decoder is None:
                decoder = codecs.getincrementaldecoder(json.detect_encoding(block[:4]))(errors="replace")
            yield decoder.decode(block)
    except _BROKEN as error:
        problems.add("", f"its packing is broken ({error})", "what came before was read")
    yield decoder.decode(b"", final=True) if decoder else ""


def _stem(path: Path) -> str:
    name = path.name
    for ending in (".gz", ".zip", ".har"):
        name = name[: -len(ending)] if name.lower().endswith(ending) else name
    return name or path.name
