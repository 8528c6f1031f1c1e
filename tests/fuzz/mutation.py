"""Inputs that differ from good ones by a few odd steps."""

from random import Random

LONGEST = 200_000
"""Bytes of an input."""

ODD = (
    b"\x00", b"\xff", b"\x1b[31m", b"\xe2\x80\xae", b"\\ud800", b"\\u0000", b"\xed\xa0\x80", b"\xc2\xb2", b"\xd9\xa3",
    b"9" * 400, b"9" * 5_000, b"-1e400",
    b"-1", b"1e999", b"NaN", b"[" * 3_000, b"{\"a\":" * 300, b"../../etc/passwd", b"/etc/passwd", b"file:///etc/passwd",
    b"(?u)(?a)", b"(?R)", b"{", b"}", b"[", b"]", b"\"", b"'", b":", b"<", b">", b"&x;", b"\n", b"\t", b"charset=zlib",
    b"M-SEARCH", b"HEAD", b"null", b"true", b"", b"x" * 5_000, b"%00", b"!!python/object:os.system", b"*a", b"&a",
)  # fmt: skip


def mutated(seeds: list[bytes], random: Random) -> bytes:
    """One of the seeds after some steps: bytes changed, pieces cut, doubled, swapped, or odd ones put in."""
    data = bytearray(random.choice(seeds))
    for _ in range(random.choice((1, 1, 1, 2, 3, 8))):
        at = random.randrange(len(data) + 1)
        size = random.choice((1, 1, 2, 4, 16, 200))
        match random.randrange(6):
            case 0:
                data[at : at + size] = b""
            case 1:
                data[at:at] = random.choice(ODD)
            case 2:
                data[at : at + size] = random.choice(ODD)
            case 3:
                data[at:at] = data[at : at + size] * random.choice((1, 2, 50))
            case 4:
                data[at : at + 1] = bytes([random.randrange(256)])
            case _:
                other = random.choice(seeds)
                begin = random.randrange(len(other) + 1)
                data[at : at + size] = other[begin : begin + size]
    return bytes(data[:LONGEST])
