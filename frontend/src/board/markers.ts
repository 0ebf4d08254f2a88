import { nothing, svg, type SVGTemplateResult } from "lit";

import type { Step } from "../timeline/types";

/** Blast markers and templates of a step, each with the path it scattered along. */
export function markers(step: Step): SVGTemplateResult[] {
  return (step.k ?? []).map(({ a, r, o, z }): SVGTemplateResult => {
    const moved = z && (z[0] !== a[0] || z[1] !== a[1]);
    return svg`<g class="marker" data-marker=${`${a[0]},${a[1]}`}>
      ${moved ? svg`<circle class="aimed" cx=${z[0]} cy=${z[1]} r=${r ?? 0}></circle>
        <path class="scatter" d=${`M${z[0]} ${z[1]}L${a[0]} ${a[1]}`}></path>` : nothing}
      ${o?.length ? svg`<polygon points=${o.map((point) => point.join(",")).join(" ")}></polygon>` : nothing}
      ${r ? svg`<circle class="laid" cx=${a[0]} cy=${a[1]} r=${r}></circle>
        <circle class="hole" cx=${a[0]} cy=${a[1]} r="14"></circle>` : nothing}
    </g>`;
  });
}
