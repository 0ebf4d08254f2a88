"""Moving: paths, running, and what the ground does to those who cross it."""
