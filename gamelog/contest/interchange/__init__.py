"""Files that other programs read and write: FIDE's tournament report file, CSV and JSON. See docs/interchange.md."""
