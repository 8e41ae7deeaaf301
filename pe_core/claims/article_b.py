"""The claims of article B: why positions are needed, and why sine comes with cosine."""

CLAIMS = ()
