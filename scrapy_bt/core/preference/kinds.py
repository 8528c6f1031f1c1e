"""Kinds of entities: what recognisers call them, and what we do."""

from __future__ import annotations

_LABELS = {
    "person": "PERSON PER NR NRFG NRT",
    "place": "GPE LOC FAC LOCATION CITY COUNTRY STATE_OR_PROVINCE FACILITY NS",
    "organisation": "ORG ORGANIZATION ORGANISATION NT",
    "work": "WORK_OF_ART PRODUCT EVENT LAW MISC NZ",
    "": "DATE TIME PERCENT MONEY QUANTITY ORDINAL CARDINAL NUMBER DURATION SET URL EMAIL HANDLE LANGUAGE NORP"
    " NATIONALITY RELIGION TITLE IDEOLOGY CRIMINAL_CHARGE CAUSE_OF_DEATH",
}
"""Labels of spaCy's and CoreNLP's models and of jieba's tags, by our kinds; those of "" name no entity."""
_KINDS = {label: kind for kind, labels in _LABELS.items() for label in labels.split()}


def kind_of_label(label: str) -> str | None:
    """Our kind of a recogniser's label, which of a label of the user's own is its lower case; None for no entity."""
    kind = _KINDS.get(label.upper())
    return label.lower() if kind is None else kind or None


def are_apart(one: str, other: str) -> bool:
    """Whether two kinds exclude each other; those of a user's own exclude nothing."""
    return one != other and one in _LABELS and other in _LABELS and "" not in (one, other)
