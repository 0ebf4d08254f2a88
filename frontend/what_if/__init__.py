"""Pages of what-ifs: trying out another line from a step of a battle, and telling how it went."""
