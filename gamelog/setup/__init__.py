"""Set-up and supervision: what stands between a fresh checkout and a running platform."""
