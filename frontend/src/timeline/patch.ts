import type { ModelView, Patch, View } from "./types";

/** The view with a patch applied. What did not change is shared with the old view, which stays as it was. */
export function apply(view: View, patch: Patch): View {
  const next: View = {
    m: view.m,
    u: merged(view.u, patch.u),
    s: merged(view.s, patch.s),
    e: merged(view.e, patch.e),
    z: merged(view.z, patch.z),
    q: merged(view.q, patch.q),
    r: patch.r ?? view.r,
    p: patch.p ?? view.p,
    t: patch.t ?? view.t,
    h: patch.h ?? view.h,
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

/** The old values with the changes applied; null removes. */
function merged<T>(now: Record<string, T>, change?: Record<string, T | null>): Record<string, T> {
  if (!change) return now;
  const next = { ...now };
  for (const [id, value] of Object.entries(change)) {
    if (value === null) delete next[id];
    else next[id] = value;
  }
  return next;
}
