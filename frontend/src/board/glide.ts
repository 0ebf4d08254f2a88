import type { Flat, Place, Step } from "../timeline/types";

/** Whether the reader allows animations. */
export const motionWanted = (): boolean => !window.matchMedia("(prefers-reduced-motion: reduce)").matches;

/** The point on a path at a fraction (0 to 1) of its length. */
export function along(way: Place[], share: number): [number, number] {
  const legs = way.slice(1).map((point, index) => {
    const from = way[index] as Place;
    return { from, to: point, length: Math.hypot(point[0] - from[0], point[1] - from[1]) };
  });
  let left = legs.reduce((sum, leg) => sum + leg.length, 0) * Math.min(1, Math.max(0, share));
  for (const leg of legs) {
    if (left <= leg.length && leg.length > 0) {
      const part = left / leg.length;
      return [leg.from[0] + (leg.to[0] - leg.from[0]) * part, leg.from[1] + (leg.to[1] - leg.from[1]) * part];
    }
    left -= leg.length;
  }
  const end = way.at(-1) ?? [0, 0, 0];
  return [end[0], end[1]];
}

/** How far from its end, on average, a regiment still is. */
export function behind(ways: Place[][], share: number): Flat {
  const left = ways.map((way): Flat => {
    const [now, end] = [along(way, share), along(way, 1)];
    return [now[0] - end[0], now[1] - end[1]];
  });
  const mean = (axis: 0 | 1): number => Math.round(left.reduce((sum, each) => sum + each[axis], 0) / left.length) || 0;
  return [mean(0), mean(1)];
}

/** Move the models of a step along their paths. Returns a function that ends the animation at once. */
export function glide(board: ParentNode, step: Step, milliseconds: number): () => void {
  const walkers = (step.m ?? [])
    .filter(([, way]) => way.length > 1)
    .map(([id, way]) => ({ way, element: board.querySelector(`[data-id="${CSS.escape(id)}"]`) }))
    .filter((walker) => walker.element);
  if (!walkers.length) return () => undefined;
  let frame = 0;
  const began = performance.now();
  const regiments = [...board.querySelectorAll<SVGElement>("[data-block], [data-front]")].map((element) => ({
    element, own: walkers.filter((walker) => (walker.element as SVGElement).dataset.unit === (element.dataset.block ?? element.dataset.front)),
  }));
  const show = (share: number): void => {
    for (const { way, element } of walkers) {
      const [x, y] = along(way, share);
      element?.setAttribute("transform", `translate(${x} ${y})`);
    }
    for (const { element, own } of regiments.filter((each) => each.own.length))
      element.setAttribute("transform", `translate(${behind(own.map(({ way }) => way), share).join(" ")})`);
  };
  const tick = (now: number): void => {
    const share = Math.min(1, (now - began) / milliseconds);
    show(share * share * (3 - 2 * share));
    if (share < 1) frame = requestAnimationFrame(tick);
  };
  show(0);
  frame = requestAnimationFrame(tick);
  return () => {
    cancelAnimationFrame(frame);
    show(1);
  };
}
