"""Pages of the site as a whole: the front page, accounts, players, rosters and the rule catalogues."""
