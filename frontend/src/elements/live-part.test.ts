import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import "./live-part";
import type { LivePart } from "./live-part";

type Asked = { url: string; tag: string | null };

let asked: Asked[] = [];
let answers: (() => Response)[] = [];
let visibility: DocumentVisibilityState = "visible";

/** The server of these tests: gives its answers in order, and the last one repeatedly. */
function serve(...next: (() => Response)[]): void {
  answers = next;
  asked = [];
  vi.stubGlobal("fetch", (url: string, options: RequestInit) => {
    asked.push({ url, tag: new Headers(options.headers).get("If-None-Match") });
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    if (!answer) throw new Error("nothing to answer");
    return Promise.resolve().then(answer);
  });
}

const html = (text: string, tag: string) => () => new Response(text, { headers: { ETag: tag } });
const same = () => new Response(null, { status: 304 });

function part(content = "<p>first</p>", tag = ""): LivePart {
  document.body.innerHTML = `<live-part src="/part" every="5"${tag ? ` tag='${tag}'` : ""}>${content}</live-part>`;
  return document.querySelector("live-part") as LivePart;
}

beforeEach(() => {
  vi.useFakeTimers();
  visibility = "visible";
  Object.defineProperty(document, "visibilityState", { configurable: true, get: () => visibility });
});

afterEach(() => {
  document.body.innerHTML = "";
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("live-part", () => {
  it("shows what the server wrote until something else is there", async () => {
    serve(html("<p>second</p>", '"b"'));
    const found = part();
    expect(found.textContent).toBe("first");
    await vi.advanceTimersByTimeAsync(4_900);
    expect(asked).toEqual([]);
    await vi.advanceTimersByTimeAsync(200);
    expect(found.textContent).toBe("second");
  });

  it("sends the tag of what it has, and leaves the content alone when it is the same", async () => {
    serve(html("<p>second</p>", '"b"'), same);
    const found = part("<p>first</p>", '"a"');
    await vi.advanceTimersByTimeAsync(5_000);
    const paragraph = found.querySelector("p");
    await vi.advanceTimersByTimeAsync(5_000);
    expect(asked.map((each) => each.tag)).toEqual(['"a"', '"b"']);
    expect(found.querySelector("p")).toBe(paragraph);
  });

  it("asks nothing while the page is hidden, and at once when it is seen again", async () => {
    serve(html("<p>second</p>", '"b"'));
    part();
    visibility = "hidden";
    document.dispatchEvent(new Event("visibilitychange"));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked).toEqual([]);
    visibility = "visible";
    document.dispatchEvent(new Event("visibilitychange"));
    await vi.advanceTimersByTimeAsync(0);
    expect(asked).toHaveLength(1);
  });

  it("says that the connection is lost, keeps what it has, and goes on asking", async () => {
    serve(() => new Response("no", { status: 503 }), html("<p>back</p>", '"c"'));
    const found = part();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(found.hasAttribute("lost")).toBe(true);
    expect(found.textContent).toBe("first");
    await vi.advanceTimersByTimeAsync(5_000);
    expect(found.hasAttribute("lost")).toBe(false);
    expect(found.textContent).toBe("back");
  });

  it("takes no field away from somebody who is filling it in, and asks for the same again", async () => {
    serve(html("<p>second</p>", '"b"'));
    const found = part('<input id="vp">', '"a"');
    found.querySelector("input")?.focus();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(found.querySelector("input")).not.toBeNull();
    found.querySelector("input")?.blur();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(asked.map((each) => each.tag)).toEqual(['"a"', '"a"']);
    expect(found.textContent).toBe("second");
  });

  it("keeps details open and the focus where it was", async () => {
    serve(html('<details id="t4"><summary>Table 4</summary></details><a href="/x/">x, new</a>', '"b"'));
    const found = part('<details id="t4" open><summary>Table 4</summary></details><a href="/x/">x</a>');
    found.querySelector("a")?.focus();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(found.querySelector("details")?.open).toBe(true);
    expect(document.activeElement?.textContent).toBe("x, new");
  });

  it("tells the page when it has changed", async () => {
    serve(html("<p>second</p>", '"b"'), same);
    part();
    const told = vi.fn();
    document.body.addEventListener("live-part", told);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(told).toHaveBeenCalledTimes(1);
  });

  it("stops asking when it is taken out of the page", async () => {
    serve(html("<p>second</p>", '"b"'));
    part().remove();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(asked).toEqual([]);
  });
});
