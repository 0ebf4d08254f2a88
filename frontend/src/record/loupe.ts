import { html, type TemplateResult } from "lit";

/** A finger on the table, in pixels of the window. */
export interface Loupe {
  drawn: SVGSVGElement;
  x: number;
  y: number;
}

/** Half the width of the loupe, in pixels; how much it enlarges. */
const RADIUS = 64;
const ENLARGED = 2;
const ID = "loupe-of-the-table";

/** What the finger hides, twice as large, in the corner it is not in. */
export function loupe({ drawn, x, y }: Loupe): TemplateResult {
  const matrix = drawn.getScreenCTM()?.inverse();
  const camera = drawn.querySelector(".camera");
  if (!matrix || !camera) return html``;
  camera.id = ID;
  const at = new DOMPoint(x, y).matrixTransform(matrix);
  const reach = (RADIUS / ENLARGED) * Math.hypot(matrix.a, matrix.b);
  const box = drawn.getBoundingClientRect();
  const right = x < box.left + box.width / 2 && y < box.top + box.height / 2;
  return html`<svg class="loupe board ${right ? "right" : ""}" aria-hidden="true" viewBox="${at.x - reach} ${at.y - reach} ${reach * 2} ${reach * 2}">
    <use href="#${ID}"></use>
    <path class="cross" d="M${at.x - reach} ${at.y}h${reach * 2}M${at.x} ${at.y - reach}v${reach * 2}"></path>
  </svg>`;
}
