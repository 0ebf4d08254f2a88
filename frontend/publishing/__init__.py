"""The published forms of an event: documents at stable addresses, paper, and parts for other sites."""
