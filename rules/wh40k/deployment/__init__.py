"""How units get onto the table: deployment, reserves, outflanking, where models can be placed."""
