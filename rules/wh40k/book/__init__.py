"""The catalogue of the core sequence, a file a chapter; special rules carry their clauses in `special/`."""
