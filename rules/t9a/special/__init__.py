"""The universal special rules, a file each."""
