"""Who plays whom, where. A `Request` contains everything that decides it; the same request always gives the same
answer.
"""
