"""The extension for Visual Studio Code, packed; where its one dependency is not installed, that part is left out."""

import json
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

ROOT = Path(__file__).resolve().parents[3]
EXTENSION = ROOT / "editors" / "vscode"
PACKAGE = json.loads((EXTENSION / "package.json").read_text("utf8"))
NODE = shutil.which("node")

needs_modules = pytest.mark.skipif(
    not (EXTENSION / "node_modules" / "vscode-languageclient").is_dir(), reason="`npm ci` was not run in editors/vscode"
)


def _packed(folder):
    return subprocess.run(
        [sys.executable, EXTENSION / "pack.py", folder], check=False, capture_output=True, text=True, cwd=folder
    )


def test_what_the_extension_names_is_there():
    (language,) = PACKAGE["contributes"]["languages"]
    (grammar,) = PACKAGE["contributes"]["grammars"]
    assert language["id"] == grammar["language"] == "bt"
    assert (EXTENSION / language["configuration"]).is_file()
    assert (EXTENSION / PACKAGE["main"]).is_file()
    colours = json.loads((ROOT / "scrapy_bt" / "editors" / grammar["path"]).read_text("utf8"))
    assert colours["scopeName"] == grammar["scopeName"]
    locked = json.loads((EXTENSION / "package-lock.json").read_text("utf8"))
    assert locked["packages"][""]["dependencies"] == PACKAGE["dependencies"]


@needs_modules
def test_the_packed_extension_holds_all_it_needs(tmp_path):
    done = _packed(tmp_path)
    assert done.returncode == 0, done.stderr
    (path,) = tmp_path.glob("*.vsix")
    again = path.read_bytes()
    _packed(tmp_path)
    assert path.read_bytes() == again
    with zipfile.ZipFile(path) as archive:
        names = set(archive.namelist())
        manifest = ET.fromstring(archive.read("extension.vsixmanifest"))
        ET.fromstring(archive.read("[Content_Types].xml"))
        assert {
            "extension/package.json",
            "extension/extension.js",
            "extension/bt.tmLanguage.json",
            "extension/node_modules/vscode-languageclient/package.json",
        } <= names
        for asset in manifest.iter("{*}Asset"):
            assert asset.get("Path") in names
        archive.extractall(tmp_path / "unpacked")
    if NODE is not None:
        inside = tmp_path / "unpacked" / "extension"
        subprocess.run([NODE, "--check", "extension.js"], cwd=inside, check=True)
        program = "require.resolve('vscode-languageclient/node'); require('vscode-languageserver-protocol')"
        subprocess.run([NODE, "-e", program], cwd=inside, check=True)


STARTED = """
const { Module } = require("node:module");
const [extension, folder, set, next] = process.argv.slice(1);
let wanted = set, changed;
const workspace = {
  workspaceFolders: [{ uri: { fsPath: folder } }],
  getConfiguration: () => ({ get: () => [wanted, "bt", "lsp"] }),
  onDidChangeConfiguration: (act) => { changed = act; },
};
class LanguageClient {
  constructor(id, name, server) { console.log(server.command); }
  async start() { throw "it is not there"; }
  async stop() { throw new Error("it never started"); }
}
const vscode = { workspace, window: { showErrorMessage: console.log } };
const given = { vscode, "vscode-languageclient/node": { LanguageClient } };
const load = Module._load;
Module._load = (name, ...more) => given[name] ?? load(name, ...more);
require(extension).activate({ subscriptions: [] }).then(() => {
  wanted = next;
  return changed({ affectsConfiguration: () => true });
});
"""


@pytest.mark.skipif(NODE is None, reason="Node is not installed")
@pytest.mark.parametrize("environment", [".venv/bin/scrapy", "venv/Scripts/scrapy.exe", ""])
def test_the_command_of_the_project_is_started_and_a_change_of_it_is_taken_up(tmp_path, environment):
    if environment:
        (tmp_path / environment).parent.mkdir(parents=True)
        (tmp_path / environment).touch()
    words = [NODE, "-e", STARTED, str(EXTENSION / PACKAGE["main"]), str(tmp_path), "scrapy", "tools/scrapy"]
    told = subprocess.run(words, check=True, capture_output=True, text=True).stdout.splitlines()
    assert told[0] == (str(tmp_path / environment) if environment else "scrapy")
    assert told[1].startswith("scrapy_bt: scrapy does not start (it is not there). Install it with: pip install")
    assert told[2] == str(tmp_path / "tools" / "scrapy")
