"""The product and its references, measured in one run. See README.md; run as `python -m benchmarks.verify`."""
