"""The language server in a real Emacs, with the lines of the documentation; a system without Eglot leaves this out."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.docs.blocks import DOCS, read_blocks

EMACS = shutil.which("emacs")
START = ["--batch", "-l", "package", "-f", "package-initialize"]


pytestmark = pytest.mark.skipif(EMACS is None, reason="no Emacs")

SHOP = """\
page :: visit "https://shop.test/"
main :: and {
    :pgae
}
"""
SCRIPT = """
(require 'eglot)
(require 'json)
(setq eglot-sync-connect t eglot-connect-timeout nil)
(find-file "shop.bt")
(setq found-mode (symbol-name major-mode))
(run-hooks 'post-command-hook)
(while (not (flymake-diagnostics)) (accept-process-output nil 0.1) (flymake-start))
(setq found-faults (mapcar (lambda (one) (line-number-at-pos (flymake-diagnostic-beg one))) (flymake-diagnostics)))
(goto-char (point-min)) (forward-line 2) (search-forward ":pg")
(setq found-labels (all-completions "" (nth 2 (eglot-completion-at-point))))
(goto-char (point-min))
(eglot-rename "list")
(with-temp-file "found.json"
  (insert (json-encode `((mode . ,found-mode) (faults . ,(vconcat found-faults)) (labels . ,(vconcat found-labels))
                         (text . ,(with-current-buffer "shop.bt" (buffer-string)))))))
"""


def require_eglot() -> None:
    """Emacs before 29 has it only as a package."""
    asked = [EMACS, *START, "--eval", "(require 'eglot)"]
    if subprocess.run(asked, capture_output=True, check=False).returncode:
        pytest.skip("no Eglot")


def test_emacs_shows_faults_completes_and_renames(tmp_path: Path) -> None:
    require_eglot()
    (lines,) = (block.text for block in read_blocks(DOCS / "editors.md") if block.language == "elisp")
    (tmp_path / "scrapy.cfg").write_text("[settings]\n")
    subprocess.run(["git", "init", "-q", tmp_path], check=True)
    (tmp_path / ".emacs.d").mkdir()
    (tmp_path / "shop.bt").write_text(SHOP)
    (tmp_path / "script.el").write_text(lines + SCRIPT)
    done = subprocess.run(
        [EMACS, *START, "-l", "script.el"],
        cwd=tmp_path,
        env={"HOME": str(tmp_path), "PATH": f"{Path(sys.executable).parent}:/usr/bin:/bin"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
    )
    assert (tmp_path / "found.json").exists(), done.stderr.decode()
    found = json.loads((tmp_path / "found.json").read_text())
    assert found["mode"] == "bt-mode"
    assert 3 in found["faults"]
    assert {"page", "main"} <= set(found["labels"])
    assert found["text"].startswith("list :: visit")
