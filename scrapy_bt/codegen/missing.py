"""What of a tree lacks code: its stubs, the template for each, and how its declaration is completed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from ..core.inference.explanation.stored import StoredStub
from ..core.tree import nodes as bt
from ..core.tree.methods import BODIES
from ..errors import BTError
from ..sentences import say
from .library import TemplateLibrary

_OF_PERSONS = ("data/captcha", "data/one_time_code")


@dataclass(frozen=True)
class Missing:
    """A stub with the template that makes its function; *facts*: what the template is filled with."""

    stub: bt.Visit | bt.Data
    template: str
    facts: Mapping[str, Any] = field(default_factory=dict)

    @property
    def name(self) -> str:
        return self.stub.name

    @property
    def kind(self) -> str:
        """By which the aspects around its function are chosen: `visit`, `data`, or `person` where somebody is asked."""
        return "person" if self.template in _OF_PERSONS else self.template.partition("/")[0]

    def completed(self, reference: str) -> bt.Visit | bt.Data:
        """The declaration, which names the Python function *reference*."""
        source = bt.Source("python", (reference,))
        if isinstance(self.stub, bt.Data):
            return bt.Data(self.name, source)
        request = bt.Attributes((bt.Attribute("request", source),))
        return bt.Visit(self.name, self.stub.method, None, request)


def find_missing(document: bt.Document, known: Mapping[str, StoredStub], library: TemplateLibrary) -> Iterator[Missing]:
    """Each stub of a tree; *known*: by its name, what an inference has found out about it."""
    for node in document.entries:
        if isinstance(node, (bt.Visit, bt.Data)) and node.is_stub:
            own = known.get(node.name) or {"name": node.name}
            template = library.find(_wanted(node, own))
            if template is None:
                raise BTError(
                    say("there is no template for `{}`: looked for {}", node.name, ", ".join(_wanted(node, own)))
                )
            yield Missing(node, template, _facts(node, own))


def _wanted(node: bt.Visit | bt.Data, known: StoredStub) -> list[str]:
    """Names of templates, the fitting ones first."""
    attributes = [attribute.name for attribute in node.attributes.entries] if node.attributes is not None else []
    found = [known["template"]] if known.get("template") else []
    if isinstance(node, bt.Data):
        return [*found, *(f"data/{name}" for name in attributes), "data/plain"]
    bodies = [name for name in BODIES if name in attributes]
    method = _method(node).lower()
    return [
        *found,
        *(f"visit/{method}_{body}" for body in bodies),
        *(f"visit/{body}" for body in bodies),
        f"visit/{method}",
        "visit/get",
    ]


def _facts(node: bt.Visit | bt.Data, known: StoredStub) -> dict[str, Any]:
    attributes = node.attributes.entries if node.attributes is not None else ()
    inputs = [attribute.name for attribute in attributes]
    facts = dict(known.get("facts") or {})
    return {
        **facts,
        "name": node.name,
        "inputs": inputs,
        "method": _method(node) if isinstance(node, bt.Visit) else "",
        "summary": _summary(node, inputs, str(known.get("evidence") or "")),
    }


def _summary(node: bt.Visit | bt.Data, inputs: list[str], evidence: str) -> str:
    given = " and ".join(f"`{name}`" for name in inputs)
    if isinstance(node, bt.Visit):
        text = f"Make the request{f', with {given}' if given else ''}."
    else:
        text = f"Make the value{f', by {given}' if given else ''}."
    return f"{text} {evidence[:1].upper()}{evidence[1:].rstrip('.')}." if evidence else text


def _method(node: bt.Visit) -> str:
    has_body = node.attributes is not None and any(node.attributes.get(name) is not None for name in BODIES)
    return node.method or ("POST" if has_body else "GET")
