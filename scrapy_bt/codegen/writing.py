"""Writes generated files, and leaves alone what a person has changed: a manifest keeps the hash of each as written."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from ..core.documents.json import read_json
from ..errors import BTError
from ..sentences import say

FORMAT = 1
What = Literal["written", "unchanged", "kept"]
"""Kept: a person has changed it, or made it."""


@dataclass(frozen=True)
class WrittenFile:
    """What became of a file."""

    path: Path
    what: What


class Manifest:
    """The hashes of a package's generated files, in a file of its own; paths are relative to *root*."""

    def __init__(self, path: Path, root: Path) -> None:
        self.path, self._root = path, root
        self._hashes = self._read()

    def is_changed(self, path: Path) -> bool:
        """Whether a file that is there is not as it was generated."""
        return self._hashes.get(self._name(path)) != _hash(path.read_bytes())

    def what_of(self, path: Path, content: bytes) -> What:
        """What would become of a file with this content."""
        if not path.exists():
            return "written"
        if path.read_bytes() == content:
            return "unchanged"
        return "kept" if self.is_changed(path) else "written"

    def text_with(self, contents: Mapping[Path, bytes]) -> str:
        """The manifest once these files are written."""
        hashes = {**self._hashes, **{self._name(path): _hash(content) for path, content in contents.items()}}
        return json.dumps({"format": FORMAT, "files": dict(sorted(hashes.items()))}, indent=1) + "\n"

    def _name(self, path: Path) -> str:
        return path.relative_to(self._root).as_posix()

    def _read(self) -> dict[str, str]:
        try:
            found = read_json(self.path.read_text("utf-8"), largest=None)
        except FileNotFoundError:
            return {}
        except (OSError, ValueError) as error:
            raise BTError(
                say("{}: it cannot be read: {}; mend it, or remove it and what it lists", self.path, error)
            ) from None
        hashes = found.get("files") if isinstance(found, dict) and found.get("format") == FORMAT else None
        if not isinstance(hashes, dict):
            raise BTError(
                say("{}: it is no list of generated files of this version; remove it and what it lists", self.path)
            )
        return {str(name): str(digest) for name, digest in hashes.items()}


@dataclass(frozen=True)
class WritePlan:
    """*files*: what becomes of each; *contents*: of those that are written, in their order."""

    files: tuple[WrittenFile, ...] = ()
    contents: Mapping[Path, bytes] = field(default_factory=dict)


def plan_all(contents: Mapping[Path, bytes], manifest: Manifest, last: Mapping[Path, bytes]) -> WritePlan:
    """Files that nobody has changed are written, then the manifest, then *last*: the user's own, meant to change."""
    fates = {path: manifest.what_of(path, content) for path, content in contents.items()}
    ours = {path: contents[path] for path, what in fates.items() if what != "kept"}
    changed = {path: content for path, content in ours.items() if fates[path] == "written"}
    listed = {manifest.path: manifest.text_with(ours).encode()} if contents else {}
    files = tuple(WrittenFile(path, what) for path, what in fates.items())
    return WritePlan(files, {**changed, **listed, **last})


def write_all(whole: Mapping[Path, bytes]) -> None:
    """Write files in their order: all of them or, on an error, none."""
    staged: dict[Path, Path] = {}
    before: dict[Path, bytes | None] = {}
    try:
        for path, content in whole.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            staged[path] = path.with_name(f".{path.name}.new")
            staged[path].write_bytes(content)
        for path, new in staged.items():
            before[path] = path.read_bytes() if path.exists() else None
            os.replace(new, path)  # noqa: PTH105  # Path.replace is the same
    except OSError as error:
        _undo(staged, before)
        raise BTError(
            say("{}: it cannot be written: {}; nothing was changed", error.filename, error.strerror or error)
        ) from None


def _undo(staged: Mapping[Path, Path], before: Mapping[Path, bytes | None]) -> None:
    for path, content in before.items():
        with contextlib.suppress(OSError):
            if content is None:
                path.unlink()
            else:
                path.write_bytes(content)
    for new in staged.values():
        with contextlib.suppress(OSError):
            new.unlink()


def _hash(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
