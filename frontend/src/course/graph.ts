import { area, curveStepAfter, line } from "d3-shape";
import { nothing, svg, type TemplateResult } from "lit";

import type { Told } from "../elements/explain";
import { chapterName } from "../story/names";
import type { Chapter } from "../timeline/timeline";
import type { Course, Measure, Pin } from "./course";
import { bends, between } from "./lines";

/** The size of the drawing, in pixels. */
export interface Size {
  width: number;
  height: number;
  /** Of the height, what the row below the lines takes. */
  below: number;
}

/** Room at either end, so that the handle of the slider over it is where its step is. */
export const INSET = 9;
/** A drawing that is lower than this has no words. */
const LOW = 80;
const NARROWEST = 26;

export interface Scales {
  x: (step: number) => number;
  y: (value: number) => number;
  /** Where the words of rounds begin. */
  foot: number;
}

export const isLow = (height: number): boolean => height < LOW;

export function scales(course: Course, measure: Measure, { width, height, below }: Size): Scales {
  const [least, most] = course.extent(measure);
  const foot = (isLow(height) ? height - 4 : height - 20) - below;
  const [low, high] = [Math.min(0, least), Math.max(1, most)];
  return {
    x: between([1, Math.max(2, course.length)], [INSET, Math.max(INSET + 1, width - INSET)]),
    y: between([low, high], [foot - 4, 8]),
    foot,
  };
}

/** Everything that stays as it is while the battle is watched: rounds, both sides' lines with the lead between them, pins. */
export function graph(told: Told, course: Course, chapters: Chapter[], measure: Measure, size: Size): TemplateResult {
  const { x, y, foot } = scales(course, measure, size);
  const { sides } = told.replay;
  const lines = sides.map((side) => course.series(side.id, measure));
  const drawn = (values: number[]): string => line<number>().x((index) => x(index + 1)).y((index) => y(values[index]!)).curve(curveStepAfter)(bends(values)) ?? "";
  const [one, other] = lines;
  return svg`
    ${rounds(told, chapters).map((round, index) => svg`<g class="course-round ${index % 2 ? "odd" : "even"}">
      <rect x=${x(round.from)} y="0" width=${Math.max(0, x(round.to + 1) - x(round.from))} height=${foot + size.below}></rect>
      ${size.height >= LOW && x(round.to + 1) - x(round.from) >= NARROWEST ? svg`<text x=${(x(round.from) + x(round.to)) / 2} y=${size.height - 5} text-anchor="middle">${round.name(x(round.to + 1) - x(round.from))}</text>` : nothing}
    </g>`)}
    ${size.height < LOW ? nothing : chapters.filter((chapter) => chapter.from > 1).map((chapter) => svg`<path class="course-phase" d="M${x(chapter.from)} ${foot - 5}v5"><title>${chapterName(told, chapter)}</title></path>`)}
    ${one && other ? sides.slice(0, 2).map((side, index) => svg`<path class="course-lead ${side.colour}" d=${lead(lines[index]!, lines[1 - index]!, x, y)}></path>`) : nothing}
    ${sides.map((side, index) => svg`<path class="course-line ${side.colour}" data-line=${side.id} d=${drawn(lines[index]!)}></path>`)}
    ${course.pins.map((pin) => sign(pin, told, course, measure, { x, y, foot }))}` as TemplateResult;
}

/** The area by which a side is ahead of the other. */
function lead(own: number[], theirs: number[], x: Scales["x"], y: Scales["y"]): string {
  const below = own.map((value, index) => Math.min(value, theirs[index] ?? value));
  const ahead = area<number>().x((index) => x(index + 1)).y1((index) => y(own[index]!)).y0((index) => y(below[index]!)).curve(curveStepAfter);
  return ahead(bends(own, below)) ?? "";
}

function sign(pin: Pin, told: Told, course: Course, measure: Measure, { x, y, foot }: Scales): TemplateResult {
  const across = Math.round(x(pin.step));
  const place = { score: 0, points: 1, models: 2 }[measure];
  // What falls is marked on its side's own line, unless the line says what the others have won.
  const down = pin.kind === "fallen" && measure !== "score" ? Math.round(y(course.at(pin.side, pin.step)[place]!)) : foot - 9;
  const shape = {
    fallen: `M${across - 3} ${down - 3}l6 6m0-6l-6 6`, charge: `M${across - 4} ${foot - 18}l4-5 4 5`,
    ruling: `M${across - 4} 2h8v8h-8z`, finding: `M${across} 1l5 9h-10z`,
  }[pin.kind];
  return svg`<path class="pin ${pin.kind} ${told.colourOf(pin.side)}" data-pin=${pin.step} d=${shape}></path>` as TemplateResult;
}

/** Small bubbles above the steps on which a study has something to say. */
export function notePins(noted: ReadonlyMap<number, string>, x: Scales["x"]): TemplateResult[] {
  return [...noted.keys()].map((step) => svg`<path class="pin note" data-note=${step} d=${`M${Math.round(x(step)) - 4} 1h8v6h-3l-2 3v-3h-3z`}></path>` as TemplateResult);
}

interface Round {
  from: number;
  to: number;
  name(width: number): string;
}

/** The rounds as they lie below the graph; what comes before the first goes without a name where there is no room. */
function rounds(told: Told, chapters: Chapter[]): Round[] {
  const found: (Round & { number: number })[] = [];
  for (const chapter of chapters) {
    const last = found.at(-1);
    if (last?.number === chapter.round) last.to = chapter.to;
    else {
      const long = chapter.round ? `${told.replay.words.round ?? ""} ${chapter.round}` : (told.replay.words.setup ?? "");
      const name = (width: number): string => (width > long.length * 8 ? long : chapter.round ? String(chapter.round) : "");
      found.push({ number: chapter.round, from: chapter.from, to: chapter.to, name });
    }
  }
  return found;
}
