import { svg, type SVGTemplateResult } from "lit";

import type { Badge } from "../timeline/types";

/** A marker on the table that is not the status of a model. */
export const MARKER: Badge = { n: "", d: "M5 19L12 5l7 14ZM12 10v4M12 16.500v.1" };

export function badge({ d, f }: Badge): SVGTemplateResult {
  return svg`<path class="badge-shape ${f ? "filled" : ""}" d=${d}></path>`;
}

export interface Status {
  kind: string;
  count: number;
  badge: Badge;
}

/** Statuses with their names and shapes, in order. */
export const statuses = (badges: Record<string, Badge>, found: Record<string, number> = {}): Status[] =>
  Object.entries(found).flatMap(([kind, count]) => {
    const known = badges[kind];
    return known ? [{ kind, count, badge: known }] : [];
  });
