"""The stratagems of Cities of Death, one file each: catalogue and hooks together."""
