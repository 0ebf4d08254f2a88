"""Morale checks, falling back and regrouping."""
