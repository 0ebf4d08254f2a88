// Parts of an action by JSON pointer. What is changed is copied; the rest is shared.

const parts = (pointer: string): string[] => pointer.split("/").slice(1);

export function valueAt(of: unknown, pointer: string): unknown {
  let found: unknown = of;
  for (const part of parts(pointer)) found = (found as Record<string, unknown> | undefined)?.[part];
  return found;
}

/** The same value with another part. A part that is left out (`undefined`) is removed. */
export function withValue<T>(of: T, pointer: string, value: unknown): T {
  return changed(of, parts(pointer), value) as T;
}

function changed(of: unknown, [first, ...rest]: string[], value: unknown): unknown {
  if (first === undefined) return value;
  if (Array.isArray(of)) {
    const copy = [...(of as unknown[])];
    copy[Number(first)] = changed(copy[Number(first)], rest, value);
    return copy;
  }
  const copy = { ...(of as Record<string, unknown> | undefined) };
  const next = changed(copy[first], rest, value);
  if (next === undefined) delete copy[first];
  else copy[first] = next;
  return copy;
}
