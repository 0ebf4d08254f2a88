import { area, curveStepAfter } from "d3-shape";
import { nothing, svg, html, type TemplateResult } from "lit";

import type { Told } from "../elements/explain";
import { isLow, type Scales, type Size } from "./graph";
import { series, type BattleLuck, type LuckPin } from "./luck";

/** The height of the row below the graph, in pixels, and below one that is low, as on a phone. */
const [ROW, THIN] = [26, 20];
export const luckHeight = (height: number): number => (isLow(height) ? THIN : ROW);
/** Half of a pin. */
const HALF = 5;

interface Row {
  middle: number;
  /** Pixels a hundredth of a point. */
  scale: number;
}

const row = (luck: BattleLuck, { foot }: Scales, { below }: Size): Row => {
  const most = Math.max(1, ...luck.curve.map(([, value]) => Math.abs(value)));
  return { middle: foot + below / 2, scale: (below / 2 - 2) / most };
};

/** How much luckier one side was than the other: the first above the middle, the other below. */
export function luckRow(told: Told, luck: BattleLuck, scales: Scales, size: Size, length: number): TemplateResult {
  const { middle, scale } = row(luck, scales, size);
  const { sides } = told.replay;
  const values = series(luck, length);
  const half = (up: boolean): string => {
    const drawn = area<number>().x((_value, index) => scales.x(index + 1)).y0(middle).y1((value) => middle - scale * (up ? Math.max(0, value) : Math.min(0, value))).curve(curveStepAfter);
    return drawn(values) ?? "";
  };
  const other = sides.find((side) => side.id !== luck.first);
  return svg`<g class="luck-row"><path class="luck-middle" d="M${scales.x(1)} ${middle}H${scales.x(Math.max(1, values.length))}"></path>
    <path class="luck-area ${told.colourOf(luck.first)}" d=${half(true)}></path>
    <path class="luck-area ${other?.colour ?? ""}" d=${half(false)}></path>
    <text x="3" y=${middle + 4}>${told.replay.words.luck}</text></g>` as TemplateResult;
}

/** The luckiest and unluckiest rolls, each a link to its step, above the slider. */
export function luckPins(told: Told, luck: BattleLuck, scales: Scales, size: Size): TemplateResult | typeof nothing {
  if (!luck.pins.length) return nothing;
  const { middle } = row(luck, scales, size);
  const down = size.below ? middle : HALF + 2;
  return html`<svg class="luck-pins" width=${size.width} height=${size.height} role="group" aria-label=${told.replay.words.luckHead ?? ""}>
    ${luck.pins.map((pin) => placed(told, pin, Math.round(scales.x(pin.n)), Math.round(down)))}</svg>`;
}

/** Lucky is a full star, unlucky a hollow one. */
function placed(told: Told, pin: LuckPin, across: number, down: number): TemplateResult {
  const star = `M${across} ${down - 6}l1.7 4.3 4.3 1.7-4.3 1.7-1.7 4.3-1.7-4.3-4.3-1.7 4.3-1.7z`;
  return svg`<a class="luck-pin ${pin.k} ${told.colourOf(pin.s)}" href="#${pin.n}" data-luck-pin=${pin.n} aria-label="${told.replay.words.step} ${pin.n}. ${pin.t}">
    <title>${pin.t}</title><rect x=${across - 12} y=${down - 12} width="24" height="24"></rect><path d=${star}></path></a>` as TemplateResult;
}
