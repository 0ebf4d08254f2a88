"""Army lists: what is read, and what makes models an army."""
