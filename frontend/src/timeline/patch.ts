import type { ModelView, Patch, View } from "./types";

/** The view with a patch applied. What did not change is shared with the old view, which stays as it was. */
export function apply(view: View, patch: Patch): View {
  const next: View = {
    m: view.m,
    s: patch.s ? { ...view.s, ...patch.s } : view.s,
    r: patch.r ?? view.r,
    p: patch.p ?? view.p,
    t: patch.t ?? view.t,
  };
  if (patch.m) {
    next.m = { ...view.m };
    for (const [id, change] of Object.entries(patch.m)) {
      if (change === null) delete next.m[id];
      else next.m[id] = { ...(view.m[id] ?? NOWHERE), ...change };
    }
  }
  return next;
}

const NOWHERE: ModelView = { a: null, w: 0, o: 0, c: {} };
