/** The place of a value on a line between two places, as it lies between two values. */
export function between([low, high]: [number, number], [from, to]: [number, number]): (value: number) => number {
  const each = (to - from) / (high - low);
  return (value) => from + (value - low) * each;
}

const short = (length: number): string => String(Math.round(length * 100) / 100);

/** A line through the values after steps 1, 2 and so on: level until the next step, then straight up or down. Backwards, it goes on from where another ended. Only where it bends is told. */
export function stepped(values: number[], x: (step: number) => number, y: (value: number) => number, backwards = false): string {
  const bends = values.flatMap((value, index) => (index && value === values[index - 1] ? [] : [[x(index + 1), y(value)] as const]));
  const [first] = bends;
  if (!first) return "";
  const end = short(x(values.length));
  if (!backwards) return `M${short(first[0])} ${short(first[1])}${bends.slice(1).map(([across, down]) => `H${short(across)}V${short(down)}`).join("")}H${end}`;
  const back = bends.map(([across, down]) => `V${short(down)}H${short(across)}`).reverse();
  return `L${end} ${short(bends.at(-1)![1])}${back.join("")}`;
}
