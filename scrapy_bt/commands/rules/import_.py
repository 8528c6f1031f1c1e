"""`scrapy bt rules import`: a rule that was passed on, into the project or one's library."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from scrapy.exceptions import UsageError
from scrapy.settings import Settings
from scrapy.utils.project import inside_project

from ...core.rules.files.bundle import SUFFIX, Bundle
from ...core.rules.sharing.trust import fingerprint
from ...crawl.project.rulefiles import rules_folder
from ...errors import BTError
from ...storage.library import FolderLibrary, file_name, read_bundle_file
from ...storage.signatures import is_available, read_public_key, verify
from ..shared.rule_library import add_library, described, folder_of


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar=f"NAME{SUFFIX}", help="a file, or the name of a rule in your library")
    where = parser.add_mutually_exclusive_group()
    where.add_argument("-o", "--output", type=Path, metavar="FILE", help="default: in rules/ of the project")
    where.add_argument("--library", action="store_true", help="keep it in your library instead")
    parser.add_argument("--key", metavar="KEY", help="take it only if it is signed with this: a PEM file, or base64")
    parser.add_argument("--unchecked", action="store_true", help="take it although its signature cannot be checked")
    parser.add_argument("--force", action="store_true", help="write over another rule of that name")
    add_library(parser)


def run(options: argparse.Namespace, settings: Settings) -> int:
    """Import the rule; return 1 if it was changed on the way, or cannot be written."""
    library = FolderLibrary(folder_of(options, settings))
    output = None if options.library else _output(options, settings)
    try:
        path = Path(options.file)
        bundle = read_bundle_file(path) if path.is_file() else library.get(options.file)
        signed = _signed(bundle, options)
        print("\n".join((*described(bundle), signed)))
        if options.library:
            print(f"kept as {library.folder / library.add(bundle)}")
        else:
            assert output is not None
            target = output if options.output is not None else output / f"{file_name(bundle.rule.name)}.yaml"
            print(_write(bundle, target, is_forced=options.force))
    except BTError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    return 0


def _output(options: argparse.Namespace, settings: Settings) -> Path:
    """The file to write, or the folder to write into."""
    if options.output is not None:
        output: Path = options.output
        return output
    if not inside_project():
        raise UsageError("go to the folder of a project, or say where to: -o FILE, or --library")
    return rules_folder(settings)


def _signed(bundle: Bundle, options: argparse.Namespace) -> str:
    """What there is to say of its signature; raises `SignatureError`."""
    if options.key is not None:
        verify(bundle, read_public_key(options.key))
        return "the signature holds, and is made with the key that you want"
    if not bundle.signature:
        return "not signed: anyone may have written it"
    if options.unchecked and not is_available():
        return "the signature was not checked"
    try:
        verify(bundle)
    except BTError as error:
        advice = "" if is_available() else "; or take it as if it were not signed: --unchecked"
        raise BTError(f"{options.file}: {error}{advice}") from None
    return f"the signature holds; compare its key with that of the author: {fingerprint(bundle.key)}"


def _write(bundle: Bundle, path: Path, *, is_forced: bool) -> str:
    try:
        if path.exists() and not is_forced:
            if path.read_bytes() == bundle.text.encode():
                return f"{path} is there already"
            raise BTError(f"{path} is there already, with another rule; name another file with -o, or take --force")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(bundle.text, encoding="utf-8", newline="\n")
    except OSError as error:
        raise BTError(f"{path}: the rule cannot be written: {error.strerror or error}") from None
    return f"written to {path}"
