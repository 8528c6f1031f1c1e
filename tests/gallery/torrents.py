"""Descriptions of files as BitTorrent has them, for the applications that show these; nothing is fetched."""

from __future__ import annotations

from collections.abc import Sequence

_SIZE = 16384


def described(name: str, files: Sequence[tuple[str, int]], tracker: str = "") -> bytes:
    """Of a folder *name* with these files, by their names and sizes in bytes."""
    pieces = -(-sum(size for _, size in files) // _SIZE)
    info = {"files": [{"length": size, "path": [name]} for name, size in files], "name": name}
    info |= {"piece length": _SIZE, "pieces": "x" * 20 * pieces, "private": 1}
    return _coded({"info": info} | ({"announce": tracker} if tracker else {}))


def _coded(value: object) -> bytes:
    match value:
        case int():
            return b"i%de" % value
        case str():
            return b"%d:%s" % (len(value), value.encode())
        case list():
            return b"l" + b"".join(map(_coded, value)) + b"e"
        case dict():
            return b"d" + b"".join(_coded(key) + _coded(value[key]) for key in sorted(value)) + b"e"
    raise TypeError(value)
