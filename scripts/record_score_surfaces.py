"""Train the heads of the live figure ScoreSurfaces and write its data.

    python scripts/record_score_surfaces.py

Writes `pe_core/explorers/score_surfaces_data.js`; a test trains the heads again.
"""

from pathlib import Path

from pe_core.explorers import score_surfaces

if __name__ == "__main__":
    folder = Path(__file__).parent.parent / "pe_core" / "explorers"
    text = score_surfaces.script()
    (folder / "score_surfaces_data.js").write_text(text, encoding="utf-8")
