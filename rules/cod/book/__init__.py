"""The catalogue of the core sequence of Cities of Death, a file a chapter."""
