"""The edit by which a proposal comes into its file."""

from __future__ import annotations

import io
import tokenize
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path

from ...core.healing.patching.pieces import UneditableError, diff_of
from ...core.healing.patching.python import replace_in_python
from ...core.healing.patching.trees import replace_in_tree
from ...core.healing.proposals import Filed
from ...crawl.healing.proposing import language_of, path_of
from ...crawl.project.wholefiles import replace_whole
from ...errors import BTError

_TREES = ".bt"
_PYTHON = ".py"


@dataclass(frozen=True)
class Patch:
    """A file before an edit and after it."""

    path: Path
    before: bytes
    after: bytes
    encoding: str

    @property
    def diff(self) -> str:
        """The change, as `patch` takes it."""
        one, other = (text.decode(self.encoding) for text in (self.before, self.after))
        return diff_of(one, other, self.path.as_posix())

    @property
    def is_python(self) -> bool:
        return self.path.suffix == _PYTHON

    def write(self) -> str:
        """Put the file in place at once, and return its digest; raises `BTError` where somebody was faster."""
        try:
            if self.path.read_bytes() != self.before:
                raise BTError(f"{self.path} has changed in this moment: try again")
            target = self.path.resolve()  # a link stays one
            replace_whole(target, self.after, mode=target.stat().st_mode & 0o7777)
        except OSError as error:
            raise BTError(f"{self.path} cannot be written: {error.strerror or error}") from error
        return digest_of(self.after)


def digest_of(content: bytes) -> str:
    """Of a file."""
    return blake2b(content, digest_size=8).hexdigest()


def patch_of(filed: Filed, selector: str, *, back: bool = False) -> Patch:
    """The edit that puts *selector* in the old one's place, or the other way round.

    Raises `BTError` where the file has changed since, or `UneditableError` where the edit is not safe.
    """
    proposal = filed.proposal
    path = path_of(proposal.place)
    if not proposal.place or path.suffix not in (_TREES, _PYTHON):
        raise UneditableError(f"it is not known in which file {proposal.old!r} stands")
    try:
        before = path.read_bytes()
    except OSError as error:
        raise BTError(f"{path} cannot be read: {error.strerror or error}") from error
    if filed.digest and digest_of(before) != filed.digest:
        told = "edit it by hand" if back else "run `scrapy bt heal propose` again"
        raise BTError(f"conflict: {path} has changed since proposal {filed.id}; {told}")
    old, new = (selector, proposal.old) if back else (proposal.old, selector)
    try:
        encoding = tokenize.detect_encoding(io.BytesIO(before).readline)[0] if path.suffix == _PYTHON else "utf-8"
        text = before.decode(encoding)
        if path.suffix == _TREES:
            after = replace_in_tree(text, node=proposal.node, field=proposal.field, old=old, new=new)
        else:
            how = language_of(selector) if back else proposal.how
            after = replace_in_python(text, function=proposal.node, how=how, old=old, new=new)
    except (UnicodeError, SyntaxError, LookupError) as error:
        raise UneditableError(f"{path} cannot be read as text: {error}") from error
    return Patch(path, before, after.encode(encoding), encoding)
