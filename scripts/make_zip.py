"""Pack the built site into one file that works from disk: the same file from the same site.

python scripts/make_zip.py _build/html _build/positional-encoding-hands-on.zip
"""

import sys
import zipfile
from pathlib import Path

#: Files that serve a server alone.
LEFT_OUT = {"404.html", "sitemap.xml", ".buildinfo", "objects.inv"}
FOLDER = "positional-encoding-hands-on"


def pack(site, target):
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(site.rglob("*")):
            name = path.relative_to(site).as_posix()
            if path.is_file() and path.name not in LEFT_OUT:
                entry = zipfile.ZipInfo(f"{FOLDER}/{name}")  # a fixed date, whatever the clock says
                entry.compress_type = zipfile.ZIP_DEFLATED
                entry.external_attr = 0o644 << 16
                archive.writestr(entry, path.read_bytes())


if __name__ == "__main__":
    site, target = map(Path, sys.argv[1:])
    if not (site / "index.html").exists():
        sys.exit(f"There is no built site in {site}. Run: make book")
    pack(site, target)
    print(f"{target}: {target.stat().st_size / 1e6:.1f} MB. Unpack it and open index.html.")
