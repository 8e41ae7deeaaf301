"""Train the heads of the live figure ExtrapolationTrial and write its data.

    python scripts/record_extrapolation_trial.py

Writes `pe_core/explorers/extrapolation_trial_data.js`; a test trains the heads again.
"""

from pathlib import Path

from pe_core.explorers import extrapolation_trial

if __name__ == "__main__":
    folder = Path(__file__).parent.parent / "pe_core" / "explorers"
    text = extrapolation_trial.script()
    (folder / "extrapolation_trial_data.js").write_text(text, encoding="utf-8")
