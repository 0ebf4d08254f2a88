import type { Told } from "../elements/explain";

/** A round and phase as they are called; what comes before the first round goes by its phase. */
export function chapterName(told: Told, chapter: { round: number; phase: string }): string {
  const { words, phases } = told.replay;
  const phase = phases[chapter.phase] ?? chapter.phase;
  return chapter.round ? `${words.round} ${chapter.round} · ${phase}` : phase;
}
