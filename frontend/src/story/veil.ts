const KEY = "replay-veiled";

/** Whether the reader wants what is ahead of the playhead to be hidden. A browser may keep nothing. */
export function keptVeil(): boolean {
  try {
    return localStorage.getItem(KEY) === "1";
  } catch {
    return false;
  }
}

export function keepVeil(veiled: boolean): void {
  try {
    localStorage.setItem(KEY, veiled ? "1" : "0");
  } catch {
    // It holds as long as the page is open.
  }
}
