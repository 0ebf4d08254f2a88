// What a model does, as a drawing of strokes in a box of 24 by 24. The server says which (frontend/games/roles.py).

const GLYPHS: Record<string, string> = {
  leader: "M5 18h14M5 15 4 7l4.6 3.6L12 5l3.4 5.6L20 7l-1 8z",
  psyker: "M2.8 12S6.3 6 12 6s9.2 6 9.2 6-3.5 6-9.2 6-9.2-6-9.2-6zM12 9.3a2.7 2.7 0 1 0 0 5.4 2.7 2.7 0 0 0 0-5.4z",
  flyer: "M3 7c5-1.5 9 .5 9 5 0-4.5 4-6.5 9-5-1 2-2 3-3.5 3.4-.5 2-1.8 3-3.5 3.200L12 18l-2-4.400C8.3 13.4 7 12.4 6.5 10.4 5 10 4 9 3 7z",
  beast: "M4 5c-.5 4 1 6.5 4 7.500M20 5c.5 4-1 6.5-4 7.500M8 10.500h8v5.500l-2 3h-4l-2-3zM10.5 16h3",
  blade: "M5 19 17 7M17 7l2-2M8 13l4 4M5.5 16.500l2 2",
  shield: "M12 4l7 2.500v5c0 4.5-3 7-7 8.7-4-1.7-7-4.2-7-8.700v-5zM12 8v8M8.5 11.500h7",
  rifle: "M3 15.5 15 8.500l1.5 2.500M14.2 9 20 5.600M6 13.800l1.8 4.4 3-1.7-1-4.2",
  pistol: "M4 8h15v4h-8l-1 1.5 1 5.500H7l-1.5-6L4 12z",
  heavy: "M3 10h9v5H3zM12 11h8.500M12 14h8.500M20.5 9.800v5.400M6 15l-1.5 4M9 15l1.5 4",
  sniper: "M12 3v5M12 16v5M3 12h5M16 12h5M12 6.500a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11z",
  flame: "M12 3c.5 4 5.5 5.8 5.5 11a5.5 5.5 0 0 1-11 0c0-2.3 1.2-3.7 2.3-5 .4 1.6 1 2.2 1.8 2.500C10.3 8.6 10.3 6 12 3z",
  bow: "M6 3c9 3 9 15 0 18M6 3v18M4 12h16M16.5 8.5 20 12l-3.5 3.5",
  medic: "M12 5v14M5 12h14",
  signal: "M12 19.500v-8M12 9.700a1.6 1.6 0 1 0 0 .1zM7.5 13.500a6 6 0 0 1 0-8M16.5 5.500a6 6 0 0 1 0 8M4.8 16a9.6 9.6 0 0 1 0-13M19.2 3a9.6 9.6 0 0 1 0 13",
  scout: "M3 12l9-7 9 7M6 18l6-5 6 5",
  blast: "M12 2l2 6 6-2-3 5 5 3-6 1 1 6-5-4-5 4 1-6-6-1 5-3-3-5 6 2z",
  walker: "M8 4h8v6H8zM9 10l-3 5 2 5M15 10l3 5-2 5M5.5 20h4M14.5 20h4",
  vehicle: "M3 8h18v8H3zM7 18.500a1.5 1.5 0 1 0 0-.1zM17 18.500a1.5 1.5 0 1 0 0-.1zM7 8v8M12 8v8M17 8v8",
  rider: "M4 20l2-8 5-3 4-5 2 3-1 4 4 2-2 3-4-1-3 5",
};

/** The drawing of a role; undefined for one that has none. */
export const glyph = (role: string | undefined): string | undefined => GLYPHS[role ?? ""];
