"""Pages of tournaments, under /events/: what everybody reads, what players do, and what organisers announce."""
