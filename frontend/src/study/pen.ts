// Drawing on the table with a mouse, a finger or a pen: a drag is an arrow, a tap is a ring.
import type { Flat } from "../timeline/types";
import type { Colour, Drawing, Frame, Spot } from "./types";

/** A hand that moves less than this, in pixels, has tapped. */
const TREMBLE = 7;
/** A finger that lands this near the middle of a model means it, in pixels. */
const NEAR = 18;

export interface Sheet {
  frame: Frame | undefined;
  colour: Colour;
  /** Whether somebody writes at all, and whether the left button and fingers draw. */
  writing: boolean;
  drawing: boolean;
  drew(drawing: Drawing | undefined, done: boolean): void;
}

/** The spot that a place means: the model that stands there, or the place itself. */
export function spotAt(frame: Frame, place: Flat): Spot {
  const near = modelsAt(frame).flatMap((id) => {
    const at = frame.view.m[id]!.a!;
    const away = Math.hypot(at[0] - place[0], at[1] - place[1]);
    const reach = Math.max(frame.replay.models.find((model) => model.i === id)?.r ?? 0, NEAR * frame.pixel);
    return away <= reach ? [{ id, away, at }] : [];
  });
  const [first] = near.sort((one, other) => one.away - other.away);
  return first ? { x: first.at[0], y: first.at[1], model: first.id } : { x: Math.round(place[0]), y: Math.round(place[1]) };
}

/** The models that are seen on the table, those who fall in this step among them. */
export function modelsAt({ replay, view, step }: Frame): string[] {
  return replay.models.map((model) => model.i).filter((id) => view.m[id]?.a && (!view.m[id].o || step?.d?.m?.[id]?.o === 1));
}

/** What somebody drew from one place to another; nothing for an arrow that leads nowhere. */
export function strokeOf(frame: Frame, colour: Colour, from: Flat, to: Flat, tapped: boolean): Drawing | undefined {
  const start = spotAt(frame, from);
  if (tapped) return { type: "ring", colour, at: start };
  const end = spotAt(frame, to);
  return start.model && start.model === end.model ? undefined : { type: "arrow", colour, start, end };
}

/** Listens before the table's own zoom does, and keeps from it what is drawn. */
export class Pen {
  private stroke: { id: number; from: Flat; at: [number, number] } | undefined;

  constructor(
    private readonly host: HTMLElement,
    private readonly sheet: Sheet,
  ) {}

  take(): void {
    for (const kind of KINDS) this.host.addEventListener(kind, this.heard as EventListener, { capture: true, passive: false });
  }

  lay(): void {
    for (const kind of KINDS) this.host.removeEventListener(kind, this.heard as EventListener, { capture: true });
    this.stroke = undefined;
  }

  private heard = (event: Event): void => {
    const { sheet } = this;
    const board = (event.target as Element).closest?.("svg.board");
    if (!sheet.writing || !sheet.frame || (!board && !this.stroke)) return;
    if (event.type === "touchstart" || event.type === "touchmove") return this.fingers(event as TouchEvent);
    if (event.type === "contextmenu") return void (board && event.preventDefault());
    if (event.type === "click") return void (sheet.drawing && board && this.keep(event));
    const mouse = event as PointerEvent;
    if (event.type === "mousedown") return void (this.draws(mouse) && event.stopPropagation());
    if (event.type === "pointerdown") return this.began(mouse, board!);
    if (this.stroke?.id === mouse.pointerId) this.goesOn(mouse);
  };

  private draws(event: MouseEvent): boolean {
    return event.button === 2 || (event.button === 0 && this.sheet.drawing);
  }

  /** A second finger zooms: what the first has drawn was not meant. */
  private fingers(event: TouchEvent): void {
    if (!this.sheet.drawing) return;
    if (event.touches.length === 1) return this.keep(event);
    this.stroke = undefined;
    this.sheet.drew(undefined, false);
  }

  private keep(event: Event): void {
    event.stopPropagation();
    if (event.cancelable) event.preventDefault();
  }

  private began(event: PointerEvent, board: Element): void {
    const from = this.placeOf(event, board);
    if (!from || !this.draws(event) || !event.isPrimary) return;
    this.stroke = { id: event.pointerId, from, at: [event.clientX, event.clientY] };
    board.setPointerCapture?.(event.pointerId);
    event.stopPropagation();
  }

  private goesOn(event: PointerEvent): void {
    const { stroke, sheet } = this;
    const to = this.placeOf(event, this.host.querySelector("svg.board"));
    if (!stroke || !to || !sheet.frame) return;
    const tapped = Math.hypot(event.clientX - stroke.at[0], event.clientY - stroke.at[1]) < TREMBLE;
    const done = event.type === "pointerup";
    if (done || event.type === "pointercancel") this.stroke = undefined;
    if (event.type === "pointercancel" || (tapped && !done)) return sheet.drew(undefined, false);
    sheet.drew(strokeOf(sheet.frame, sheet.colour, stroke.from, to, tapped), done);
  }

  /** The place in the record under a pointer, in hundredths of an inch. */
  private placeOf(event: { clientX: number; clientY: number }, board: Element | null): Flat | undefined {
    const matrix = board?.querySelector<SVGGElement>(".camera")?.getScreenCTM?.();
    if (!matrix) return undefined;
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    const at: Flat = [Math.round(x), Math.round(y)];
    return this.sheet.frame?.quarter?.back(at) ?? at;
  }
}

const KINDS = ["pointerdown", "pointermove", "pointerup", "pointercancel", "mousedown", "touchstart", "touchmove", "contextmenu", "click"] as const;
