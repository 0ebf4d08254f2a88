"""How a gang gets into a game: files of list builders, exports of gangs, lists written by hand."""
