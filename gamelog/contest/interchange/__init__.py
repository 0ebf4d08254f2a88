"""Files that other programs read and write: FIDE's tournament report file, CSV, the event file. See docs/interchange.md."""
