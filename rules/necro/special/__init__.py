"""Chapters that are found by themselves."""
