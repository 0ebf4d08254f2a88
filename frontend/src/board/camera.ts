import { select } from "d3-selection";
import { zoom, zoomIdentity, type ZoomBehavior, type ZoomTransform } from "d3-zoom";

import { motionWanted } from "./glide";

/** Milliseconds of a way of the camera. */
const WAY = 420;

export interface Part {
  x: number;
  y: number;
  w: number;
  h: number;
}

/** Pan and zoom of the board. One finger scrolls the page until the board is enlarged; two fingers zoom. */
export class Camera {
  private readonly behaviour: ZoomBehavior<SVGSVGElement, unknown>;
  private now: ZoomTransform = zoomIdentity;
  private frame = 0;
  private underway = false;

  /** `enlarged` is told how many times as large the table is drawn, when that has changed by a reader's hand or by a way. */
  constructor(
    private readonly board: SVGSVGElement,
    private readonly width: number,
    private readonly depth: number,
    margin: { left: number; top: number; right: number; bottom: number },
    private readonly enlarged: (factor: number, byHand: boolean) => void = () => undefined,
  ) {
    this.behaviour = zoom<SVGSVGElement, unknown>()
      .scaleExtent([1, 8])
      .translateExtent([
        [-margin.left, -margin.top],
        [width + margin.right, depth + margin.bottom],
      ])
      .filter((event: Event) => this.wanted(event))
      .on("zoom", ({ transform, sourceEvent }: { transform: ZoomTransform; sourceEvent: Event | null }) => {
        if (sourceEvent) this.stop();
        this.now = transform;
        board.querySelector(".camera")?.setAttribute("transform", String(transform));
        board.classList.toggle("enlarged", transform.k > 1.01);
        board.classList.toggle("near", transform.k > 1.9);
        if (!this.underway) this.enlarged(transform.k, sourceEvent !== null);
      });
    select(board).call(this.behaviour).on("dblclick.zoom", null);
  }

  by(factor: number): void {
    this.stop();
    this.behaviour.scaleBy(select(this.board), factor);
  }

  reset(): void {
    this.stop();
    this.behaviour.transform(select(this.board), zoomIdentity);
  }

  private stop(): void {
    cancelAnimationFrame(this.frame);
    this.underway = false;
  }

  /** Go to a part of the table, at most so many times as large; without one, back to the whole of it. */
  to(part: Part | undefined, most: number): void {
    this.stop();
    const factor = part ? Math.min(most, this.width / part.w, this.depth / part.h) : 1;
    const wanted = !part || factor < 1.15 ? zoomIdentity : this.centred(part, factor);
    const began = performance.now();
    const from = this.now;
    if (!motionWanted() || (wanted.k === from.k && wanted.x === from.x && wanted.y === from.y)) return;
    const tick = (time: number): void => {
      const share = Math.min(1, Math.max(0, (time - began) / WAY));
      const eased = share * share * (3 - 2 * share);
      const between = (one: number, other: number): number => one + (other - one) * eased;
      this.underway = share < 1;
      this.behaviour.transform(select(this.board), zoomIdentity.translate(between(from.x, wanted.x), between(from.y, wanted.y)).scale(between(from.k, wanted.k)));
      if (share < 1) this.frame = requestAnimationFrame(tick);
    };
    this.frame = requestAnimationFrame(tick);
  }

  private centred(part: Part, factor: number): ZoomTransform {
    const at = (middle: number, long: number): number => Math.min(0, Math.max(long * (1 - factor), long / 2 - factor * middle));
    return zoomIdentity.translate(at(part.x + part.w / 2, this.width), at(part.y + part.h / 2, this.depth)).scale(factor);
  }

  private wanted(event: Event): boolean {
    if (event instanceof WheelEvent) return event.ctrlKey || event.metaKey || this.board.classList.contains("enlarged");
    if (typeof TouchEvent !== "undefined" && event instanceof TouchEvent)
      return event.touches.length > 1 || (this.board.classList.contains("enlarged") && !this.board.closest(".measuring"));
    // While a ruler is drawn, a drag is the ruler's.
    return !(event instanceof MouseEvent && event.button) && !this.board.closest(".measuring");
  }
}
