"""Pages of tournaments, under /events/: public pages, the players' own pages, and announcements by organisers."""
