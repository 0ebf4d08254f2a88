/**
 * What stands for a server in a file: each answer is an element of the page with its address. Whatever is not there is
 * answered with 404, and nothing is asked of a network.
 */
export function answer(page: Document): typeof fetch {
  const held = new Map<string, Element>();
  for (const element of page.querySelectorAll("script[data-address]")) held.set(element.getAttribute("data-address")!, element);
  return (asked) => {
    const found = held.get(String(asked));
    const body = found?.textContent ?? "{}";
    return Promise.resolve(new Response(body, { status: found ? 200 : 404, headers: { "Content-Type": "application/json" } }));
  };
}
