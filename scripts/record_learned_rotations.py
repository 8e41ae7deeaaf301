"""Write the data of the live figure LearnedRotations from the recorded position table.

    python scripts/record_learned_rotations.py

Reads the record `minilm_positions` and writes `pe_core/explorers/learned_rotations_data.js`.
"""

from pathlib import Path

from pe_core import records
from pe_core.explorers import learned_rotations

ROOT = Path(__file__).parent.parent

if __name__ == "__main__":
    table = records.load("minilm_positions").astype(float)
    target = ROOT / "pe_core" / "explorers" / "learned_rotations_data.js"
    target.write_text(learned_rotations.script(table), encoding="utf-8")
