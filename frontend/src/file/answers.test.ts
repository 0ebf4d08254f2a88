import { describe, expect, it } from "vitest";

import { answer } from "./answers";

describe("a file that is its own server", () => {
  it("answers what it holds, and nothing else", async () => {
    document.body.innerHTML = `<script type="application/json" data-address="https://host/rules/kt/a.json?version=1">{"n":"\\u003c/script>"}</script>`;
    const ask = answer(document);
    const found = await ask("https://host/rules/kt/a.json?version=1", { headers: { Accept: "application/json" } });
    expect([found.ok, await found.json()]).toEqual([true, { n: "</script>" }]);
    const missing = await ask("https://host/rules/kt/b.json");
    expect([missing.status, await missing.json()]).toEqual([404, {}]);
  });
});
