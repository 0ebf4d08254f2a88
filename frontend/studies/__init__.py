"""Studies: what somebody writes and draws on the steps of a battle, as pages and for the replay's panel."""
