# ruff: noqa: INP001  # a script, part of no package
"""Packs the extension for Visual Studio Code: `npm ci --omit=dev`, then `python editors/vscode/pack.py FOLDER`.

A VSIX is a ZIP file of the extension and two XML files; the colours come from the one TextMate grammar of the package.
"""

from __future__ import annotations

import json
import sys
import zipfile
from pathlib import Path
from xml.sax.saxutils import quoteattr

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
GRAMMAR = ROOT / "scrapy_bt" / "editors" / "bt.tmLanguage.json"
OWN = ("package.json", "extension.js", "language-configuration.json", "README.md")
TYPES = {"json": "application/json", "js": "application/javascript", "md": "text/markdown", "txt": "text/plain"}


def pack(folder: Path) -> Path:
    """Write the VSIX into *folder*; the same files give the same bytes."""
    package = json.loads((HERE / "package.json").read_text("utf8"))
    files = {name: (HERE / name).read_bytes() for name in OWN}
    files["bt.tmLanguage.json"] = GRAMMAR.read_bytes()
    files["LICENSE.txt"] = (ROOT / "LICENSE").read_bytes()
    modules = HERE / "node_modules"
    if not (modules / "vscode-languageclient").is_dir():
        sys.exit(f"say first, in {HERE}: npm ci --omit=dev")
    for path in modules.rglob("*"):
        if (path.is_file() and path.suffix in (".js", ".json")) or path.name.lower().startswith("licen"):
            files[path.relative_to(HERE).as_posix()] = path.read_bytes()
    folder.mkdir(parents=True, exist_ok=True)
    target = folder / f"{package['name']}-{package['version']}.vsix"
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        _write(archive, "[Content_Types].xml", _content_types(files).encode())
        _write(archive, "extension.vsixmanifest", _manifest(package).encode())
        for name, content in sorted(files.items()):
            _write(archive, f"extension/{name}", content)
    return target


def _write(archive: zipfile.ZipFile, name: str, content: bytes) -> None:
    entry = zipfile.ZipInfo(name)
    entry.compress_type = zipfile.ZIP_DEFLATED
    archive.writestr(entry, content)


def _content_types(files: dict[str, bytes]) -> str:
    suffixes = sorted({Path(name).suffix[1:] for name in files} - {""})
    lines = [f'<Default Extension=".{one}" ContentType={quoteattr(TYPES.get(one, "text/plain"))}/>' for one in suffixes]
    lines.append('<Default Extension=".vsixmanifest" ContentType="text/xml"/>')
    schema = "http://schemas.openxmlformats.org/package/2006/content-types"
    return f'<?xml version="1.0" encoding="utf-8"?>\n<Types xmlns="{schema}">{"".join(lines)}</Types>\n'


def _manifest(package: dict[str, str]) -> str:
    identity = f"Id={quoteattr(package['name'])} Version={quoteattr(package['version'])}"
    engine = package["engines"]["vscode"]  # type: ignore[index]
    return f"""<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
  <Metadata>
    <Identity Language="en-US" {identity} Publisher={quoteattr(package["publisher"])}/>
    <DisplayName>{package["displayName"]}</DisplayName>
    <Description xml:space="preserve">{package["description"]}</Description>
    <Categories>{",".join(package["categories"])}</Categories>
    <Properties><Property Id="Microsoft.VisualStudio.Code.Engine" Value={quoteattr(engine)}/></Properties>
    <License>extension/LICENSE.txt</License>
  </Metadata>
  <Installation><InstallationTarget Id="Microsoft.VisualStudio.Code"/></Installation>
  <Dependencies/>
  <Assets>
    <Asset Type="Microsoft.VisualStudio.Code.Manifest" Path="extension/package.json" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.Details" Path="extension/README.md" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.License" Path="extension/LICENSE.txt" Addressable="true"/>
  </Assets>
</PackageManifest>
"""


if __name__ == "__main__":
    sys.stdout.write(f"{pack(Path(sys.argv[1] if len(sys.argv) > 1 else '.'))}\n")
