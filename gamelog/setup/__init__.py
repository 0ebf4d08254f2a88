"""Set-up and supervision: everything between a fresh checkout and a running platform."""
