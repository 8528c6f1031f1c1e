"""axe-core, which is fetched from its registry once and kept beside pytest's other caches."""

import shutil
import subprocess
import tarfile
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

PACKAGE = "axe-core@4.14.1"
_SECONDS = 120


def axe_source(cache: Path) -> str:
    """The script; skips the test where it is not kept and cannot be fetched."""
    kept = cache / PACKAGE / "axe.min.js"
    if not kept.is_file():
        kept.parent.mkdir(parents=True, exist_ok=True)
        npm = shutil.which("npm")
        if npm is None:
            pytest.skip("npm is not installed")
        done = subprocess.run(
            [npm, "pack", PACKAGE], cwd=kept.parent, capture_output=True, timeout=_SECONDS, check=False, text=True
        )
        if done.returncode:
            pytest.skip(f"{PACKAGE} cannot be fetched")
        with tarfile.open(kept.parent / done.stdout.split()[-1]) as packed:
            member = packed.extractfile("package/axe.min.js")
            assert member is not None
            kept.write_bytes(member.read())
    return kept.read_text("utf-8")


THEMES = ("light", "dark")


def violations(page: Page, source: str, *, theme: str) -> list[dict[str, Any]]:
    """What axe complains of in a theme."""
    page.evaluate(_THEME, theme)
    page.evaluate(source)
    found: list[dict[str, Any]] = page.evaluate(_LOOK, {"rules": {"target-size": {"enabled": True}}})
    return found


_THEME = "(theme) => { document.documentElement.dataset.theme = theme; }"
# It fails where parts come and go under it: then the page is looked at again.
_LOOK = """async (options) => {
    for (;;) {
        let changed = false;
        const seen = new MutationObserver(() => { changed = true });
        seen.observe(document, {childList: true, subtree: true});
        try {
            const results = await axe.run(document, {iframes: false, resultTypes: ["violations"], ...options});
            return results.violations;
        } catch (error) {
            if (!changed && !seen.takeRecords().length) throw error;
        } finally {
            seen.disconnect();
        }
    }
}"""
