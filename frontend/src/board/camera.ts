import { select } from "d3-selection";
import { zoom, zoomIdentity, type ZoomBehavior } from "d3-zoom";

/** Pan and zoom of the board. One finger scrolls the page until the board is enlarged; two fingers zoom. */
export class Camera {
  private readonly behaviour: ZoomBehavior<SVGSVGElement, unknown>;

  constructor(
    private readonly board: SVGSVGElement,
    width: number,
    depth: number,
    margin: { left: number; top: number; right: number; bottom: number },
  ) {
    this.behaviour = zoom<SVGSVGElement, unknown>()
      .scaleExtent([1, 8])
      .translateExtent([
        [-margin.left, -margin.top],
        [width + margin.right, depth + margin.bottom],
      ])
      .filter((event: Event) => this.wanted(event))
      .on("zoom", ({ transform }) => {
        board.querySelector(".camera")?.setAttribute("transform", String(transform));
        board.classList.toggle("enlarged", transform.k > 1.01);
        board.classList.toggle("near", transform.k > 1.9);
      });
    select(board).call(this.behaviour).on("dblclick.zoom", null);
  }

  by(factor: number): void {
    this.behaviour.scaleBy(select(this.board), factor);
  }

  reset(): void {
    this.behaviour.transform(select(this.board), zoomIdentity);
  }

  private wanted(event: Event): boolean {
    if (event instanceof WheelEvent) return event.ctrlKey || event.metaKey || this.board.classList.contains("enlarged");
    if (typeof TouchEvent !== "undefined" && event instanceof TouchEvent)
      return event.touches.length > 1 || this.board.classList.contains("enlarged");
    return !(event instanceof MouseEvent && event.button);
  }
}
