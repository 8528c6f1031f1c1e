"""The files of a project that the console shows and changes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from scrapy.settings import BaseSettings, Settings

from ...core.documents.encodings import is_utf8
from ...core.schemes.files.reader import check_scheme
from ...core.services import rules, schemes, trees
from ...core.services.answers import CompletionItem, FileLookups, LanguageService
from ...crawl.project.rulefiles import rule_files, rules_folder
from ...crawl.project.schemefiles import scheme_files, schemes_folder
from ...crawl.project.trees import RuleTexts, files_beside
from ...crawl.spiderloader import tree_files, trees_folder
from ...errors import BTError, Fault
from ...sentences import say
from ...wholefiles import digest_of
from ..naming import name_path
from ..refusals import Refusal

_ListIn = Callable[[Path], list[Path]]


@dataclass(frozen=True)
class ProjectFileKind:
    """A kind of file; *service*: what knows its parts while one is written; None if it is changed as text.

    *check* tells the faults of a text, and *complete* what could be written at a place of it; both get the file's name.
    """

    check: Callable[[str, str, FileLookups], list[Fault]]
    complete: Callable[[str, int, str, FileLookups], list[CompletionItem]]
    find_folder: Callable[[BaseSettings], Path]
    list_in: _ListIn
    service: LanguageService | None = None


def _served(service: LanguageService, find_folder: Callable[[BaseSettings], Path], list_in: _ListIn) -> ProjectFileKind:
    def complete(text: str, offset: int, _file: str, beside: FileLookups) -> list[CompletionItem]:
        return service.complete(text, offset, beside)

    return ProjectFileKind(service.check, complete, find_folder, list_in, service)


def _check_scheme(text: str, file: str, _beside: FileLookups) -> list[Fault]:
    return list(check_scheme(text, file=file))


def _complete_scheme(text: str, offset: int, file: str, _beside: FileLookups) -> list[CompletionItem]:
    return schemes.complete(text, offset, file)


KINDS = {
    "trees": _served(trees, trees_folder, tree_files),
    "rules": _served(rules, rules_folder, rule_files),
    "schemes": ProjectFileKind(_check_scheme, _complete_scheme, schemes_folder, scheme_files),
}


@dataclass(frozen=True)
class ProjectFile:
    """One file."""

    kind: str
    name: str
    path: Path

    def read(self) -> tuple[str, str]:
        """What it says, and the digest of that; raises `BTError`."""
        try:
            content = self.path.read_bytes()
            return content.decode(), digest_of(content)
        except OSError as error:
            raise BTError(say("{} cannot be read: {}", self.path, error.strerror or error)) from error
        except UnicodeDecodeError:
            raise BTError(say("{} is no text in UTF-8", self.path)) from None

    def check(self, text: str) -> list[Fault]:
        """The faults of a text as that of this file."""
        return KINDS[self.kind].check(text, str(self.path), self._beside())

    def complete(self, text: str, offset: int) -> list[CompletionItem]:
        """What could be written at a place of a text of this file."""
        return KINDS[self.kind].complete(text, offset, str(self.path), self._beside())

    def _beside(self) -> FileLookups:
        return FileLookups(files_beside(self.path), RuleTexts(self.path.parent))


def list_project_files(settings: Settings, kind: str) -> list[ProjectFile]:
    """All of a kind, by name, without links that lead out of their folder and names that no address can have."""
    found = kind_of_file(kind)
    folder = found.find_folder(settings)
    if not folder.is_dir():
        return []
    inside = folder.resolve()
    paths = (path for path in found.list_in(folder) if path.resolve().is_relative_to(inside) and is_utf8(str(path)))
    return [ProjectFile(kind, name_path(path.relative_to(folder).as_posix()), path) for path in paths]


def find_project_file(settings: Settings, kind: str, name: str) -> ProjectFile:
    """The file of a name; raises `Refusal`."""
    for one in list_project_files(settings, kind):
        if one.name == name:
            return one
    raise Refusal(404, "file", say("there is no file '{}' among the {}", name, kind))


def service_of(name: str) -> LanguageService:
    """What knows the parts of a kind of files; raises `Refusal` where it is changed as text."""
    service = kind_of_file(name).service
    if service is None:
        raise Refusal(409, "kind", say("{} are changed as text", name))
    return service


def kind_of_file(name: str) -> ProjectFileKind:
    """Raises `Refusal`."""
    if name not in KINDS:
        raise Refusal(404, "kind", say("there are {}, and no '{}'", ", ".join(KINDS), name))
    return KINDS[name]
