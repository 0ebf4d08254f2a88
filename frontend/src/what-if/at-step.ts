/** The address of a page about a step, which may name the history on show already. */
export function atStep(address: string, step: number): string {
  return `${address}${address.includes("?") ? "&" : "?"}step=${step}`;
}
