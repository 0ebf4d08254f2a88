"""Who plays whom, where. All that decides it is in a `Request`; the same request always gives the same answer."""
