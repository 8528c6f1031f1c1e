"""Completes a tree: code for its stubs, tests from recorded answers, and the declarations that name the code."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from keyword import iskeyword
from pathlib import Path
from typing import Any

from ..core.documents.json import read_json
from ..core.inference.explanation.stored import ENDING, StoredKnowledge, StoredStub
from ..core.language.checker import check
from ..core.language.parser import parse
from ..core.language.stubs import complete
from ..core.tree import nodes as bt
from ..errors import BTError, RuleError
from ..sentences import say
from .library import TemplateLibrary
from .missing import Missing, find_missing
from .proofs import Function, ProofCase, RecordedAnswer, facts_of_tests, recorded_answers
from .readers import plain_readers
from .writing import Manifest, WritePlan, plan_all, write_all

Resolve = Callable[[str], str | None]
Take = Callable[[str, str, bytes, str], list[Any]]
"""What a node of a tree's text takes from a page: (tree, node, body, url)."""


@dataclass(frozen=True)
class PackagePaths:
    """Where things are; *root*: the folder that the package and the tests are in, and the tree somewhere below."""

    tree: Path
    root: Path
    package: str

    @property
    def name(self) -> str:
        return self.tree.stem

    @property
    def folder(self) -> Path:
        """The folder of the package."""
        return self.root.joinpath(*self.package.split("."))

    @property
    def tests(self) -> Path:
        return self.root / "tests"


@dataclass(frozen=True)
class Generated:
    """What came of it."""

    planned: WritePlan
    """What becomes of files, and what is written into them."""
    completed: tuple[str, ...]
    """The stubs that name a function now."""
    cases: int
    """How many nodes the tests try on recorded answers."""


class CodeGenerator:
    """Makes the code of trees; *resolve*: why a Python function cannot be used, none if it can; *rules*: of `check`."""

    def __init__(self, library: TemplateLibrary, *, resolve: Resolve, take: Take, rules: Any = None) -> None:
        self._library, self._resolve, self._take, self._rules = library, resolve, take, rules

    def generate(self, place: PackagePaths, text: str, *, only_plan: bool = False) -> Generated:
        """Write what is missing, unless it is *only planned*.

        Raises `RuleError` with the tree's faults before anything is touched.
        """
        file = str(place.tree)
        self._refuse_faults(text, file)
        known = read_knowledge(place.tree)
        was = text
        text, restored = restore(text, known.get("declared", {}), file=file)
        document = parse(text, file=file)
        missing = list(find_missing(document, known_stubs(known), self._library))
        manifest = Manifest(place.folder / "generated.json", place.root)
        contents: dict[Path, bytes] = {}
        functions: list[Function] = []
        own: set[str] = set()
        for each in missing:
            made = self._function(each, place)
            contents[made.path] = made.code.encode()
            if made.test:
                functions.append(made)
            self._refuse_strangers(made, manifest)
            own.add(f"{made.module}:{made.function}")
            text = complete(text, each.name, each.completed(f"{made.module}:{made.function}"), file=file)
        self._refuse_faults(text, file, own=frozenset(own))
        if missing:
            contents |= self._package(place)
        answers = list(recorded_answers(known.get("answers", ())))
        cases = self._cases(text, parse(text, file=file), answers)
        used = {case.recorded.file: case.recorded for case in cases}
        for recorded in used.values():
            contents[place.tests / "answers" / place.name / recorded.file] = recorded.body
        if cases or functions:
            contents |= self._test(place, cases, functions)
        last = {place.tree: text.encode()} if text != was else {}
        planned = plan_all(contents, manifest, last) if contents or last else WritePlan()
        if not only_plan:
            write_all(planned.contents)
        return Generated(planned, (*restored, *(each.name for each in missing)), len(cases))

    def _refuse_faults(self, text: str, file: str, own: frozenset[str] = frozenset()) -> None:
        def resolve(reference: str) -> str | None:
            return None if reference in own else self._resolve(reference)

        found = check(text, file=file, resolve=resolve, rules=self._rules)
        faults = [fault for fault in found if fault.code != "stub" and not fault.is_warning]
        if faults:
            raise RuleError(faults)

    def _refuse_strangers(self, made: Function, manifest: Manifest) -> None:
        """A file that a person has changed is used as it is, if it has the function."""
        if manifest.what_of(made.path, made.code.encode()) == "kept" and not _defines(made.path, made.function):
            raise BTError(
                say(
                    "{}: it was changed by hand and has no function `{}`; write one, or move the file away",
                    made.path,
                    made.function,
                )
            )

    def _function(self, each: Missing, place: PackagePaths) -> Function:
        module = f"{each.name}_" if iskeyword(each.name) else each.name
        function = module
        parts = self._library.parts(each.template, {**each.facts, "name": function})
        if function in _names_in(parts.get("imports", ""), parts.get("before", "")):
            function = f"make_{module}"
            parts = self._library.parts(each.template, {**each.facts, "name": function})
        code = self._library.fill(
            "node",
            {
                "name": each.name,
                "function": function,
                "tree": place.name,
                "kind": each.kind,
                "summary": each.facts["summary"],
                "imports": parts.get("imports", ""),
                "before": parts.get("before", ""),
                "body": parts.get("body", ""),
                "after": parts.get("after", ""),
                "aspects_import": "from ..aspects import woven",
            },
        )
        try:
            ast.parse(code)
        except SyntaxError as error:
            raise BTError(
                say("the template {} makes no Python for `{}`: {}", each.template, each.name, error)
            ) from None
        path = place.folder / place.name / f"{module}.py"
        return Function(path, code, f"{place.package}.{place.name}.{module}", function, parts.get("test", ""))

    def _package(self, place: PackagePaths) -> dict[Path, bytes]:
        contents = {place.folder / "aspects.py": self._library.fill("aspects", {}).encode()}
        summaries = {
            place.folder: "Python that trees of this project need.",
            place.folder / place.name: f"What {place.name}.bt needs.",
        }
        for folder, summary in summaries.items():
            if not (folder / "__init__.py").exists():
                contents[folder / "__init__.py"] = self._library.fill("package", {"summary": summary}).encode()
        return contents

    def _cases(self, text: str, document: bt.Document, answers: Sequence[RecordedAnswer]) -> list[ProofCase]:
        cases = []
        readers = plain_readers(document) if answers else {}
        for recorded in answers:
            for node in readers.get(recorded.visit, ()):
                found = self._take(text, node.name, recorded.body, recorded.url)
                if not found:
                    continue
                fields: tuple[str, ...] = ()
                if isinstance(node, bt.Item):
                    fields = tuple(name for name in found[0] if all(record[name] is not None for record in found))
                cases.append(ProofCase(node.name, recorded, len(found), fields))
        return cases

    def _test(
        self, place: PackagePaths, cases: Sequence[ProofCase], functions: Sequence[Function]
    ) -> dict[Path, bytes]:
        tests = {}
        if cases:
            facts = facts_of_tests(place.name, place.tree.relative_to(place.root).as_posix(), cases, ())
            tests[place.tests / f"test_{place.name}.py"] = self._library.fill("test", facts).encode()
        if functions:
            facts = facts_of_tests(place.name, "", (), functions)
            tests[place.tests / f"test_{place.name}_nodes.py"] = self._library.fill("test", facts).encode()
        return tests


def read_knowledge(tree: Path) -> StoredKnowledge:
    """What is stored beside a tree; nothing where it was written by hand. Raises `BTError` when it cannot be read."""
    path = tree.with_name(tree.stem + ENDING)
    try:
        found: StoredKnowledge = read_json(path.read_text("utf-8"), largest=None, shape=StoredKnowledge)
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        raise BTError(say("{}: it cannot be read: {}; infer the tree again, or remove it", path, error)) from None
    return found


def restore(text: str, declared: Mapping[str, str], *, file: str) -> tuple[str, tuple[str, ...]]:
    """Complete the stubs that an inference has declared once; what they say themselves stays. With their names."""
    names: list[str] = []
    for node in parse(text, file=file).entries:
        if not isinstance(node, (bt.Visit, bt.Data)) or not node.is_stub or node.name not in declared:
            continue
        inferred = parse(declared[node.name], file=f"what was inferred of {node.name}").declarations.get(node.name)
        if type(inferred) is not type(node) or not isinstance(inferred, (bt.Visit, bt.Data)):
            continue
        own = {each.name for each in node.attributes.entries} if node.attributes is not None else set()
        known = inferred.attributes.entries if inferred.attributes is not None else ()
        more = tuple(each for each in known if each.name not in own)
        inferred = replace(inferred, attributes=bt.Attributes(more) if more else None)
        text = complete(text, node.name, inferred, file=file)
        names.append(node.name)
    return text, tuple(names)


def known_stubs(known: StoredKnowledge) -> dict[str, StoredStub]:
    """What is known of the stubs, by name."""
    return {stub["name"]: stub for stub in known.get("stubs", ())}


def _defines(path: Path, name: str) -> bool:
    try:
        tree = ast.parse(path.read_text("utf-8"))
    except (OSError, ValueError, SyntaxError):
        return False
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
    return any(isinstance(node, kinds) and node.name == name for node in tree.body)


def _names_in(*texts: str) -> set[str]:
    """The names that pieces of a module give to something."""
    try:
        nodes = [node for text in texts for node in ast.walk(ast.parse(text))]
    except SyntaxError:  # told with the whole
        return set()
    aliases = {(alias.asname or alias.name).partition(".")[0] for node in nodes for alias in getattr(node, "names", ())}
    return aliases | {node.id for node in nodes if isinstance(node, ast.Name)}
