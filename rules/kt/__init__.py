"""Kill Team, edition of 2018, after the Russian explanation of its core rules (seed document 002).

Each phase of the battle round has its module; specialisms are in `specialist/`, weapon and model abilities in
`ability/`; the catalogue of the core sequence in `book/`.
"""
