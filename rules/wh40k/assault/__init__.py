"""The Assault phase: charges, blows, combat results, sweeping advances."""
