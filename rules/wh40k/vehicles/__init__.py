"""Vehicles, transports and buildings."""
