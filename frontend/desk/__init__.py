"""The desk of a tournament and the screen in its hall: what staff sees, and how each of their acts is declared.

An act is one form (`forms`, `entry_forms`, `result_forms`, `round_forms`, `setting_forms`) that makes it from what was
filled in. They are all sent to one door (`act_views`), which declares them, shows first what a correction comes to, and
says what happened where somebody was first. Every other page is a list with links and buttons that lead to that door.
"""
