"""Append-only streams: what a game's events, a tournament's acts and a club's acts have in common.

An app names its kind of stream once (`store.Kind`): the rows that head its streams, and those of their entries. What
is stored, numbered, linked, retried, kept in the cache and checked follows from that; what an entry means is the app's.
"""
