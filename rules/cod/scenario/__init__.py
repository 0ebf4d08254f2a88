"""The scenarios of Cities of Death, one file each: catalogue and code."""
