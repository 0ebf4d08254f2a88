"""The ten specialisms, one file each: passive, stratagem, catalogue and hooks together."""
