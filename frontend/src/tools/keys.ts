export type Tool = "reach" | "sight" | "ruler";
export const KEYS: Record<Tool | "forces", string> = { reach: "R", sight: "L", ruler: "M", forces: "F" };
/** The keys that the tools know. */
export const OF_TOOLS = /^[rlmfz]$/i;
