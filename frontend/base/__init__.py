"""The common ground of the pages of every subject; it knows none of them."""
