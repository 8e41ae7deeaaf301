"""The Chinese docstrings: files of entries that begin with a line ``%% name``."""

import re


def entries(folder):
    """Return the docstrings of all files of a folder by the names of what they describe."""
    found = {}
    for path in sorted(folder.glob("*.txt")):
        parts = re.split(r"^%% (\S+)\n", path.read_text(encoding="utf-8"), flags=re.M)
        found.update(zip(parts[1::2], parts[2::2], strict=True))
    return found
