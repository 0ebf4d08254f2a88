"""Moving: paths, running, and the effects of terrain on moving models."""
