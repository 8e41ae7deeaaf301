"""The claims of article C: wavelengths, bands of dimensions and practice."""

CLAIMS = ()
