"""A change of one file: shown first, and written only if the file is still the same."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass
from functools import cached_property
from pathlib import Path

from ...core.documents.pieces import UneditableError
from ...core.healing.patching.pieces import diff_of
from ...core.language import operations as tree_operations
from ...core.language.edit import change
from ...core.rules.files import operations as rule_operations
from ...core.rules.files.edit import change_rule
from ...core.schemes.files.reader import SUFFIXES as SCHEMES
from ...crawl.project.rulefiles import SUFFIXES as RULES
from ...errors import BTError, Fault
from ...sentences import say
from ...wholefiles import FileChangedError, digest_of, locked_folder, write_whole
from .kinds import TREES, Check, check_of


@dataclass(frozen=True)
class EditPlan:
    """What a file says now, and what it is to say; nothing is written yet.

    *check*: tells the faults of a text as that of the file.
    """

    path: Path
    _: KW_ONLY
    before: bytes
    after: bytes
    encoding: str = "utf-8"
    check: Check

    @property
    def diff(self) -> str:
        """The change as a patch; empty if there is none."""
        before, after = (content.decode(self.encoding) for content in (self.before, self.after))
        return diff_of(before, after, self.path.as_posix())

    @cached_property
    def faults(self) -> list[Fault]:
        """What is wrong with the file after it."""
        return self.check(self.after.decode(self.encoding))

    def apply(self) -> str:
        """Write the file, and return its new digest; raises `BTError` if somebody has changed it meanwhile."""
        target = self.path.resolve()  # a link stays one
        try:
            with locked_folder(target.parent):
                write_whole(target, self.after, before=self.before)
        except FileChangedError:
            told = say("{} has been changed meanwhile: look at it, and plan the change again", self.path)
            raise BTError(told) from None
        except OSError as error:
            raise BTError(say("{} cannot be written: {}", self.path, error.strerror or error)) from error
        return digest_of(self.after)


def plan_text(path: Path, text: str, *, base: str = "", check: Check) -> EditPlan:
    """The file says *text*; *base*: the digest of what was looked at, if the file must not have changed since.

    *check*: see `EditPlan`. Line ends stay those of the file, where a text has none of them.
    """
    before = _read(path, base, (*TREES, *SCHEMES))
    if b"\r\n" in before and before.count(b"\n") == before.count(b"\r\n") and "\r" not in text:
        text = text.replace("\n", "\r\n")
    return EditPlan(path, before=before, after=text.encode(), check=check)


def plan_operations(
    path: Path,
    operations: Sequence[tree_operations.Operation] | Sequence[rule_operations.Operation],
    *,
    base: str = "",
) -> EditPlan:
    """The file after *operations*, which are those of a tree or of a rule.

    Raises `BTError` where they cannot be made, and `RuleError` with the faults that hinder them.
    """
    before = _read(path, base)
    text = before.decode()
    try:
        if path.suffix in TREES:
            after = change(text, operations, file=str(path))  # type: ignore[arg-type]  # by the kind of file
        else:
            after = change_rule(text, operations, file=str(path))  # type: ignore[arg-type]  # by the kind of file
    except UneditableError as error:
        raise BTError(say("{}: {}", path, error)) from error
    return EditPlan(path, before=before, after=after.encode(), check=check_of(path, text))


def read_file(path: Path) -> str:
    """What a tree or a rule file says; raises `BTError`."""
    return _read(path, "").decode()


def _read(path: Path, base: str, suffixes: tuple[str, ...] = (*TREES, *RULES)) -> bytes:
    if path.suffix not in suffixes:
        raise BTError(say("{} is edited elsewhere: here are {} files", path, ", ".join(suffixes)))
    try:
        content = path.read_bytes()
        content.decode()
    except OSError as error:
        raise BTError(say("{} cannot be read: {}", path, error.strerror or error)) from error
    except UnicodeDecodeError:
        raise BTError(say("{} is no text in UTF-8", path)) from None
    if base and digest_of(content) != base:
        raise BTError(say("{} has been changed meanwhile: look at it again", path))
    return content
