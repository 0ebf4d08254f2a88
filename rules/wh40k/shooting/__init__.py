"""Shooting and psychic powers: weapons, volleys, wounds, saves, going to ground."""
