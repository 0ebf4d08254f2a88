"""The universal special rules, one file each: what it does, its labels, its citation."""
