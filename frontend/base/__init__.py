"""What the pages of every subject build on; it knows none of them."""
