"""A sample folder without its secrets."""

from __future__ import annotations

import secrets
import shutil
import time
from pathlib import Path

from ..core.samples.redaction import redact
from .folder import EVENTS, PAGES, NewSample, open_sample, read_manifest
from .moments import moment


def redact_sample(folder: Path) -> Path:
    """Write the sample anew with other values for its secrets, and only then let go of the old one."""
    recording = open_sample(folder, folds=False)
    clean_recording, clean = redact(recording, secrets.token_bytes(32))
    manifest = read_manifest(folder)
    new = NewSample(
        folder.with_name(f"{folder.name}.redacted"),
        name=recording.name,
        tool=str(manifest.get("tool") or ""),
        start_url=clean(str(manifest.get("start_url") or "")),
        is_redacted=True,
    )
    try:
        for page in sorted((folder / PAGES).glob("*.html")) if (folder / EVENTS).exists() else ():
            new.put_page(page.name, clean(page.read_text("utf-8", errors="replace")))
        recorded = moment(manifest.get("recorded"))
        new.finish(
            recorded[0] if recorded else time.time(),
            exchanges=clean_recording.exchanges,
            events=clean_recording.events,
        )
    except BaseException:
        new.discard()
        raise
    aside = folder.with_name(f".{folder.name}.unredacted")
    folder.rename(aside)
    new.folder.rename(folder)
    shutil.rmtree(aside)
    return folder
