"""Search the cells of the live figure BaseWidthMap and write its data.

    python scripts/record_base_width_map.py

Writes `pe_core/explorers/base_width_map_data.js`; a test searches again.
"""

from pathlib import Path

from pe_core.explorers import base_width_map

if __name__ == "__main__":
    folder = Path(__file__).parent.parent / "pe_core" / "explorers"
    text = base_width_map.script(base_width_map.search())
    (folder / "base_width_map_data.js").write_text(text, encoding="utf-8")
