"""How units come to the table: deployment, reserves, outflanking, where models can be placed."""
