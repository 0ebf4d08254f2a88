/** The place of a value on a line between two places, as it lies between two values. */
export function between([low, high]: [number, number], [from, to]: [number, number]): (value: number) => number {
  const each = (to - from) / (high - low);
  return (value) => from + (value - low) * each;
}

/** Where one of these rows of values changes, and the last place: of a long battle that is all that has to be drawn. */
export function bends(...rows: number[][]): number[] {
  const last = (rows[0]?.length ?? 0) - 1;
  return (rows[0] ?? []).flatMap((_value, index) => (!index || index === last || rows.some((row) => row[index] !== row[index - 1]) ? [index] : []));
}
