"""The stratagems of Cities of Death, a file each: catalogue and hooks together."""
