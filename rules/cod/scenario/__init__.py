"""The scenarios of Cities of Death, a file each: catalogue and what they decide."""
