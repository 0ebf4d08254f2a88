"""The desk of a tournament and the screen in its hall: what the staff sees, and how it declares each act.

An act is one form (`forms`, `entry_forms`, `result_forms`, `round_forms`, `setting_forms`) that builds the act from its
fields. All forms are sent to one view (`act_views`), which declares the act, previews the effect of a correction, and
reports a conflict if somebody else was faster. Every other page is a list with links and buttons that lead to that
view.
"""
