"""Kill Team, edition of 2018, after the Russian explanation of its core rules (seed document 002).

The battle round lives in one module a phase; specialisms in `specialist/`, weapon and model abilities in `ability/`;
the catalogue of the core sequence in `book/`.
"""
