// Drawing with the pointer on the board: where it presses, drags and lets go, as places of the record or as somebody.
import type { LitElement } from "lit";

import type { Flat } from "../timeline/types";
import type { End } from "./ruler";

/** Pixels from which a press is a drag. */
const FAR = 6;

interface Told {
  wanted: () => boolean;
  /** The place of the record of a place that is drawn. */
  place: (drawn: Flat) => Flat;
  began: (end: End) => void;
  moved: (end: End) => void;
  ended: (end: End, far: boolean) => void;
  gone: () => void;
}

export class Pointing {
  private box: HTMLElement | undefined;
  private start: Flat | undefined;
  private pointer = 0;
  private far = false;

  constructor(
    private readonly host: LitElement,
    private readonly told: Told,
  ) {}

  /** Listen to the board once it is there. */
  attach(): void {
    const box = this.host.querySelector<HTMLElement>(".board-box") ?? undefined;
    if (!box || box === this.box) return;
    this.box = box;
    for (const kind of ["pointerdown", "pointermove", "pointerup", "pointercancel"] as const) box.addEventListener(kind, this.heard, { capture: true });
    box.addEventListener("click", this.clicked, { capture: true });
  }

  private heard = (event: PointerEvent): void => {
    if (!this.told.wanted()) return;
    if (event.type === "pointerdown") this.down(event);
    else if (this.start && event.pointerId === this.pointer) this.follow(event);
  };

  private down(event: PointerEvent): void {
    // Two fingers zoom: what the first has begun is forgotten.
    if (this.start) return this.forget();
    if (event.button || !(event.target as Element).closest("svg.board")) return;
    this.start = [event.clientX, event.clientY];
    this.pointer = event.pointerId;
    this.far = false;
    this.told.began(this.end(event));
  }

  private follow(event: PointerEvent): void {
    const [x, y] = this.start!;
    this.far ||= Math.hypot(event.clientX - x, event.clientY - y) > FAR;
    if (event.type === "pointercancel") return this.forget();
    if (event.type === "pointermove") return this.far ? this.told.moved(this.end(event)) : undefined;
    this.start = undefined;
    this.told.ended(this.end(event), this.far);
  }

  private forget(): void {
    this.start = undefined;
    this.told.gone();
  }

  /** While one measures, nobody is chosen by a click. */
  private clicked = (event: MouseEvent): void => {
    if (!this.told.wanted() || !(event.target as Element).closest("svg.board")) return;
    event.stopPropagation();
    event.preventDefault();
  };

  /** Who stands under the pointer, a regiment as one; else the place. */
  private end({ clientX, clientY }: PointerEvent): End {
    for (const each of document.elementsFromPoint(clientX, clientY)) {
      const model = each.closest<SVGElement>(".model[data-id]");
      if (model?.dataset.out === "0") return { id: model.classList.contains("ranked") ? model.dataset.unit! : model.dataset.id! };
      const block = each.closest<SVGElement>(".block[data-block]");
      if (block) return { id: block.dataset.block! };
    }
    const drawn = this.box?.querySelector<SVGGraphicsElement>("svg.board .camera")?.getScreenCTM();
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(drawn?.inverse());
    return { at: this.told.place([x, y]) };
  }
}
