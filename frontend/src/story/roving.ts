/** The rows that arrows go through, of one chapter. */
const rowsOf = (place: ParentNode | null | undefined): HTMLElement[] => [...(place?.querySelectorAll<HTMLElement>("button.step") ?? [])];

/** Chapters that are shown, in order. */
const chaptersOf = (list: HTMLElement): HTMLElement[] => [...list.querySelectorAll<HTMLElement>(".chapter:not([hidden])")];

/** The row that a key leads to from the focused one; `fill` puts the cards of a chapter in place. Undefined: no such key. */
export function rowFor(key: string, list: HTMLElement, focused: Element | null, fill: (chapter: HTMLElement) => void): HTMLElement | undefined {
  const chapters = chaptersOf(list);
  const rows = (chapter: HTMLElement | undefined): HTMLElement[] => {
    if (chapter) fill(chapter);
    return rowsOf(chapter);
  };
  if (key === "Home") return rows(chapters[0])[0];
  if (key === "End") return rows(chapters.at(-1)).at(-1);
  const step = { ArrowDown: 1, ArrowUp: -1 }[key];
  if (!step) return undefined;
  const chapter = focused?.closest<HTMLElement>(".chapter") ?? undefined;
  const own = rowsOf(chapter);
  const at = own.indexOf((focused?.closest(".activation")?.querySelector(".step:focus") ?? focused) as HTMLElement);
  const beside = own[at + step];
  if (beside) return beside;
  const next = rows(chapters[chapters.indexOf(chapter!) + step]);
  return step > 0 ? next[0] : next.at(-1);
}

/** The one row that Tab comes to. */
export function stopAt(list: HTMLElement, row: HTMLElement | undefined | null): void {
  for (const each of list.querySelectorAll<HTMLElement>('.step[tabindex="0"]')) each.tabIndex = -1;
  if (row) row.tabIndex = 0;
}
