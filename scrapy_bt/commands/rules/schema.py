"""`scrapy bt rules schema`: the JSON Schema of rule files."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from scrapy.settings import Settings

from ...core.rules.files.schema import schema_text


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("-o", "--output", type=Path, metavar="FILE", help="where to write it; default: the terminal")


def run(options: argparse.Namespace, _settings: Settings) -> int:
    """Print or write the schema."""
    output: Path | None = options.output
    if output is None:
        print(schema_text(), end="")
        return 0
    try:
        output.write_text(schema_text(), encoding="utf-8", newline="\n")
    except OSError as error:
        sys.stderr.write(f"{output}: the schema cannot be written: {error.strerror or error}\n")
        return 1
    print(f"for editors, as the first line of a rule: # yaml-language-server: $schema={output}")
    return 0
