"""What of an event is published: documents at stable addresses, paper, and parts for other sites."""
