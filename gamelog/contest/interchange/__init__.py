"""Files that other programs read and write: the tournament report file of FIDE, CSV, event files."""
