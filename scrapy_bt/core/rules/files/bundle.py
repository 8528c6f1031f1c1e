"""Rules as they are passed on: the canonical text of a rule, what a stranger wants to know of it first, and its hash.

The file is a stream of two YAML documents: a manifest, written as JSON, and the rule. The hash is that of the canonical
text, so neither line ends nor layout matter to it, but every other change does, comments too; and the manifest
repeats the rule, so a change of either is told.
"""

from __future__ import annotations

import binascii
import json
from base64 import b64decode, b64encode
from dataclasses import KW_ONLY, dataclass
from functools import cached_property
from hashlib import sha256
from typing import Any

from ....errors import Fault, Place, RuleError
from ....sentences import say
from ...documents.json import read_json
from ...documents.nodes import Mapping
from ...documents.report import ShapeReport
from ...documents.yaml import compose_yaml
from ..rule import Rule
from .formatter import format_rule
from .reader import read_rule

FORMAT = "bt-rule 1"
SUFFIX = ".bt-rule"
_BORDER = "\n---\n"


@dataclass(frozen=True)
class Bundle:
    """A rule to be passed on; *text* is canonical."""

    text: str
    _: KW_ONLY
    key: bytes = b""
    """The public key of who signed it (Ed25519, 32 bytes)."""
    signature: bytes = b""

    @cached_property
    def rule(self) -> Rule:
        """What it describes; raises `RuleError`."""
        return read_rule(self.text, file="rule")

    @property
    def hash(self) -> str:
        """The hash of its text, in hexadecimal."""
        return sha256(self.text.encode("utf-8", "surrogatepass")).hexdigest()

    @property
    def message(self) -> bytes:
        """What is signed."""
        return f"{FORMAT} {self.hash}".encode()

    @property
    def manifest(self) -> dict[str, Any]:
        """What is said of the rule in front of it."""
        rule = self.rule
        told: dict[str, Any] = {
            "format": FORMAT,
            "rule": rule.name,
            "author": rule.author,
            "licence": rule.licence,
            "site": {"name": rule.site_name, "url": rule.site_url},
            "description": rule.description,
            "sha256": self.hash,
        }
        if self.signature:
            told["key"] = b64encode(self.key).decode()
            told["signature"] = b64encode(self.signature).decode()
        return told


def make_bundle(text: str, *, file: str) -> Bundle:
    """A bundle of a rule file; raises `RuleError` with its faults, also with what is missing for sharing it."""
    rule = read_rule(text, file=file)
    report = ShapeReport(text, file, noun=say("rule"))
    root = compose_yaml(report)
    present = {"author": rule.author, "licence": rule.licence, "description": rule.description, "site": rule.site_url}
    advice = {
        "author": "add `author:` with a name",
        "licence": "add `licence:` with the terms, for example CC0-1.0 or MIT",
        "description": "add `description:` with a sentence about what it takes",
        "site": "add `site:` with `url:`",
    }
    for field, value in present.items():
        if not value.strip():
            node = root.get(field) if isinstance(root, Mapping) else None
            place = node.place if node is not None else report.place(0, 0)
            report.add("missing-field", place, say("a rule that is passed on needs a `{}`", field), advice[field])
    if report:
        raise RuleError(report.in_order())
    return Bundle(_canonical(text, file))


def write_bundle(bundle: Bundle) -> str:
    """The text of the file."""
    return f"{json.dumps(bundle.manifest, ensure_ascii=False, indent=2)}{_BORDER}{bundle.text}"


def read_bundle(text: str, *, file: str) -> Bundle:
    """The bundle in a file; its signature is not checked here.

    Raises `RuleError` when the file is none, when the rule has faults, or when either part of it was changed.
    """
    text = text.replace("\r\n", "\n").removeprefix("\ufeff")
    head, border, body = text.partition(_BORDER)
    manifest = _manifest(head) if border else None
    if manifest is None or manifest.get("format") != FORMAT:
        message = say("this is no rule to be passed on ({})", FORMAT)
        raise _told(file, "bad-bundle", message, say("make one with: scrapy bt rules export FILE -o NAME.bt-rule"))
    # The lines of the manifest are kept, as empty ones, so that places are those in the file.
    rule_text = "\n" * (head.count("\n") + 2) + body
    rule = read_rule(rule_text, file=file)
    try:
        key, signature = (b64decode(str(manifest.get(name, "")), validate=True) for name in ("key", "signature"))
    except (binascii.Error, ValueError):
        raise _tampered(file, say("its signature cannot be read")) from None
    bundle = Bundle(_canonical(body, file), key=key, signature=signature)
    assert bundle.rule == rule, "the layout means nothing"
    if manifest.get("sha256") != bundle.hash:
        raise _tampered(file, say("the hash is not that of the rule"))
    if manifest != bundle.manifest:
        changed = [name for name in bundle.manifest if manifest.get(name) != bundle.manifest[name]]
        changed += [name for name in manifest if name not in bundle.manifest]
        raise _tampered(file, say("the manifest does not tell what the rule says ({})", ", ".join(changed)))
    return bundle


def _canonical(text: str, file: str) -> str:
    return format_rule(text.removeprefix("\ufeff").replace("\r\n", "\n"), file=file)


def _manifest(text: str) -> dict[str, Any] | None:
    try:
        found = read_json(text)
    except ValueError:
        return None
    return found if isinstance(found, dict) else None


def _tampered(file: str, reason: str) -> RuleError:
    return _told(
        file,
        "tampered",
        say("the file was changed after it was exported: {}", reason),
        say("ask its author for it once more"),
    )


def _told(file: str, code: str, message: str, advice: str) -> RuleError:
    return RuleError([Fault(Place(file, 1, 1), message, advice, code=code)])
