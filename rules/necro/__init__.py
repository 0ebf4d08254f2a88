"""Necromunda, after the Russian text of its chapter on movement, terrain and insanity (seed document 004).

The document is ten pages of the community edition (YCE 1.2), built on the 2018 rulebook. The catalogue, also of the
core sequence which these pages presume, is in `book/`; each chapter of the code is a module.
"""
