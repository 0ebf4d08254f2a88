"""What an army is made of: rosters and what they print, units and who joins them."""
