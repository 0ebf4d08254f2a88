"""Append-only streams: the common ground of a game's events, a tournament's acts and a club's acts.

An app names its kind of stream once (`store.Kind`): the rows that head its streams, and those of their entries.
Storing, numbering, linking, retries, caching and checking follow from that; the meaning of an entry is the app's.
"""
