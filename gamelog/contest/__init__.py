"""The sport itself: how an event is paired, scored and ranked. Plain Python on plain values; no Django, no clock.

Points are whole numbers of a hundredth of a point, as lengths are hundredths of an inch: `150` is one and a half.
Quotients (percentages, averages) are `fractions.Fraction` and stay exact until they are shown. Entrants are numbers
from 1, in the order of their registration; names are not this package's business.
"""
