"""The lines that a layout writes, with their comments."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class OutputLine:
    """Code with what ends it: a comment, or a comment alone."""

    indent: int
    code: str = ""
    comment: str = ""
    gap: bool = False
    """A blank line stands before it."""

    @property
    def width(self) -> int:
        return self.indent + len(self.code)


@dataclass
class LineWriter:
    """Lines, the last of which is being written."""

    width: int
    """Of the code; a longer line does not push its neighbours' comments away."""
    lines: list[OutputLine] = field(default_factory=list)

    @property
    def line(self) -> OutputLine:
        return self.lines[-1]

    @property
    def ends(self) -> bool:
        """Nothing more goes on the last line."""
        return not self.lines or bool(self.line.comment)

    def start(self, indent: int, *, gap: bool = False) -> None:
        self.lines.append(OutputLine(indent, gap=gap and bool(self.lines)))

    def write(self, code: str) -> None:
        self.line.code += code

    def comment(self, text: str) -> None:
        self.line.comment = text

    def text(self) -> str:
        """Return the lines with comments at the end of adjacent lines in one column."""
        written: list[str] = []
        columns = self._comment_columns()
        for number, line in enumerate(self.lines):
            if line.gap:
                written.append("")
            code = " " * line.indent + line.code
            if line.comment:
                code = code.ljust(columns[number]) + line.comment
            written.append(code)
        return "".join(f"{line}\n" for line in written)

    def _comment_columns(self) -> dict[int, int]:
        columns: dict[int, int] = {}
        run: list[int] = []

        def close() -> None:
            widest = max((self.lines[number].width for number in run), default=0)
            columns.update(dict.fromkeys(run, widest + 1))
            run.clear()

        for number, line in enumerate(self.lines):
            if line.gap or not line.comment or not line.code or line.width > self.width:
                close()
            if line.comment:
                if line.code and line.width <= self.width:
                    run.append(number)
                else:
                    columns[number] = line.width + bool(line.code)
        close()
        return columns
