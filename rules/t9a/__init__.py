"""The 9th Age: Fantasy Battles, after the Russian text of its universal special rules (seed document 001).

The document is one chapter of the 2nd edition, in the wording of its 2.0 beta of early 2018. Every universal rule has a
file in `special/`; the catalogue of the core sequence, which the document presumes and does not print, is in `book/`.
"""
