import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { render } from "lit";

import { Quarter } from "../board/turned";
import type { Replay, View } from "../timeline/types";
import { same, StudyBook } from "./book";
import { studyInQuery } from "./door";
import { drawn, placeOf } from "./drawn";
import { modelsAt, spotAt, strokeOf } from "./pen";
import type { Content, Drawing, Frame, Opening, Study } from "./types";

const model = (i: string, s: string): Replay["models"][number] => ({ i, s, b: i, n: `Model ${i}`, t: "", r: 50, w: 1, g: [] });
const replay = { table: { w: 3000, d: 2000, mapped: true, terrain: [], zones: [] }, models: [model("a1", "a"), model("a2", "a"), model("b1", "b")], units: [], sides: [] } as unknown as Replay;
const stands = (x: number, y: number, o = 0): View["m"][string] => ({ a: [x, y, 0], w: 1, o, c: {} });
const view = { m: { a1: stands(500, 500), a2: stands(600, 500, 1), b1: stands(1500, 900) } } as unknown as View;
const frame = (more: Partial<Frame> = {}): Frame => ({ replay, view, step: undefined, number: 7, quarter: undefined, pixel: 2, ...more });

describe("a stroke on the table", () => {
  it("means the model that stands there, and otherwise the place", () => {
    expect(spotAt(frame(), [520, 505])).toEqual({ x: 500, y: 500, model: "a1" });
    expect(spotAt(frame(), [900.4, 1200.6])).toEqual({ x: 900, y: 1201 });
    // What lies there no more is not meant, unless it falls in this very step.
    expect(spotAt(frame(), [640, 500]).model).toBeUndefined();
    const step = { d: { m: { a2: { o: 1 } } } } as unknown as NonNullable<Frame["step"]>;
    expect(spotAt(frame({ step }), [640, 500]).model).toBe("a2");
    expect(modelsAt(frame({ step }))).toEqual(["a1", "a2", "b1"]);
  });

  it("is a ring where it is a tap, and nothing where it leads nowhere", () => {
    expect(strokeOf(frame(), "rose", [500, 500], [501, 500], true)).toEqual({ type: "ring", colour: "rose", at: { x: 500, y: 500, model: "a1" } });
    expect(strokeOf(frame(), "rose", [490, 500], [530, 500], false)).toBeUndefined();
    expect(strokeOf(frame(), "ink", [500, 500], [1490, 905], false)).toMatchObject({ start: { model: "a1" }, end: { model: "b1" } });
  });
});

describe("drawings over the table", () => {
  const arrow: Drawing = { type: "arrow", colour: "teal", start: { x: 0, y: 0, model: "a1" }, end: { x: 1000, y: 400 } };
  const shown = (at: Frame, drawings: Drawing[]): SVGElement => {
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    render(drawn(at, drawings), svg);
    return svg;
  };

  it("begin where a model stands now", () => {
    expect(placeOf({ view }, arrow.start)).toEqual([500, 500]);
    expect(placeOf({ view: { m: {} } as unknown as View }, arrow.start)).toEqual([0, 0]);
    expect(shown(frame(), [arrow]).querySelector(".arrow.teal")?.getAttribute("transform")).toBe("translate(500 500) rotate(-11.31)");
  });

  it("are turned with the table", () => {
    const quarter = new Quarter(replay.table, false);
    expect(shown(frame({ quarter }), [arrow]).querySelector(".arrow")?.getAttribute("transform")).toBe("translate(500 2500) rotate(-101.31)");
    const ring = shown(frame({ quarter }), [{ type: "ring", colour: "ink", at: { x: 100, y: 300 } }]).querySelector(".line");
    expect([ring?.getAttribute("cx"), ring?.getAttribute("cy")]).toEqual(["300", "2900"]);
  });

  it("keep their size on the screen: a ring is never smaller than a finger's tip", () => {
    const radius = (pixel: number): string | null | undefined => shown(frame({ pixel }), [{ type: "ring", colour: "ink", at: { x: 9, y: 9 } }]).querySelector(".line")?.getAttribute("r");
    expect([radius(2), radius(20)]).toEqual(["100", "260"]);
  });
});

describe("contents", () => {
  const one: Content = { text: "Here ", mark: "", drawings: [{ type: "ring", colour: "ink", at: { x: 1, y: 2 } }] };
  it("are the same however they are written", () => {
    expect(same(one, { mark: "", text: "Here", drawings: [{ at: { y: 2, x: 1, model: "" }, colour: "ink", type: "ring" }] })).toBe(true);
    expect(same(one, { ...one, mark: "good" })).toBe(false);
    expect(same(one, { ...one, drawings: [] })).toBe(false);
  });

  it("a study is named in the query", () => {
    expect([studyInQuery("?step=2&study=ab_c-d"), studyInQuery("?step=2")]).toEqual(["ab_c-d", ""]);
  });
});

describe("what is written", () => {
  let server: Study;
  let broken = false;
  let sent: { path: string; body: Record<string, unknown> }[] = [];
  const opening: Opening = {
    words: { gone: "Gone", failed: "Failed", stale: "Stale", "refused:bad-note.text": "Too long" }, readers: {}, colours: {}, marks: [["good", "!", "Good"]], studies: [], writes: true, login: "",
    at: { begin: "/api/games/1/studies", study: "/api/studies/", page: "/studies/" },
  };
  const answer = (body: unknown, status = 200): Response => ({ ok: status < 400, status, json: () => Promise.resolve(structuredClone(body)) }) as Response;

  function write(step: number, body: Partial<Content>): void {
    const { text = "", mark = "", drawings = [] } = body;
    server = { ...server, version: server.version + 1, notes: [...server.notes.filter((note) => note.step !== step), { step, text, mark, drawings, html: "", hidden: "" }] };
  }

  const host = Object.assign(document.createElement("div"), { studyUrl: "/panel", jump: vi.fn(), requestUpdate: () => undefined, addController: () => undefined });
  let book: StudyBook;

  beforeEach(async () => {
    vi.useFakeTimers();
    [broken, sent] = [false, []];
    server = { key: "k", title: "T", visibility: "private", author: "a", mine: true, hidden: "", version: 0, notes: [], chapters: [] };
    vi.stubGlobal("fetch", (url: string, { method, body }: { method: string; body?: string }) => {
      if (broken) return Promise.reject(new TypeError("no network"));
      if (url === "/panel") return Promise.resolve(answer(opening));
      if (method === "GET") return Promise.resolve(answer(server));
      const asked = JSON.parse(body ?? "{}") as Record<string, unknown>;
      sent.push({ path: url, body: asked });
      if (asked.expected !== server.version) return Promise.resolve(answer({}, 409));
      if (url.includes("/chapters/")) server = { ...server, version: server.version + 1, chapters: [{ step: 7, title: String(asked.title) }] };
      if (url.includes("/chapters/")) return Promise.resolve(answer(server));
      if (String(asked.text).length > 20) return Promise.resolve(answer({ code: "bad-note", path: "$.text", detail: "longer than" }, 422));
      write(Number(url.split("/").at(-1)), asked as Partial<Content>);
      return Promise.resolve(answer(server));
    });
    book = new StudyBook(host as never, () => undefined);
    await book.begin("k", true);
    book.write(true);
    book.over(frame());
  });

  afterEach(() => {
    book.leave();
    vi.useRealTimers();
  });

  const passes = (): Promise<unknown> => vi.advanceTimersByTimeAsync(1000);

  it("is sent after a pause, once, as it is then", async () => {
    book.say({ text: "On" });
    book.say({ text: "One" });
    expect([book.settled, sent.length]).toEqual([false, 0]);
    await passes();
    expect(sent).toEqual([{ path: "/api/studies/k/notes/7", body: { text: "One", mark: "", drawings: [], expected: 0 } }]);
    expect([book.settled, [...book.noted.keys()]]).toEqual([true, [7]]);
  });

  it("stays on its own step when the reader goes on", async () => {
    book.say({ text: "Seven" });
    book.over(frame({ number: 8 }));
    expect(book.content().text).toBe("");
    book.say({ mark: "good" });
    await passes();
    expect(server.notes.map((note) => [note.step, note.text, note.mark])).toEqual([[7, "Seven", ""], [8, "", "good"]]);
    expect([...book.noted]).toEqual([[7, ""], [8, "!"]]);
    book.turn(-1);
    expect(host.jump).toHaveBeenLastCalledWith(7);
  });

  it("goes through where others wrote on another step, and asks where they wrote on this one", async () => {
    write(40, { text: "Elsewhere" });
    book.say({ text: "Mine" });
    await passes();
    expect(server.notes.map((note) => note.text)).toEqual(["Elsewhere", "Mine"]);
    write(7, { text: "Theirs" });
    book.say({ text: "Mine again" });
    await passes();
    expect([book.draft()?.theirs?.text, server.notes.at(-1)?.text, book.content().text]).toEqual(["Theirs", "Theirs", "Mine again"]);
    book.settle(true);
    await passes();
    expect([server.notes.at(-1)?.text, book.settled]).toEqual(["Mine again", true]);
  });

  it("takes the other version where one wants that", async () => {
    book.say({ text: "Mine" });
    write(7, { text: "Theirs" });
    await passes();
    book.settle(false);
    await passes();
    expect([book.content().text, server.notes.at(-1)?.text, book.settled]).toEqual(["Theirs", "Theirs", true]);
  });

  it("is kept while there is no network, and sent again", async () => {
    broken = true;
    book.say({ text: "Kept" });
    await passes();
    expect([book.lost, book.content().text]).toEqual([true, "Kept"]);
    broken = false;
    await vi.advanceTimersByTimeAsync(5000);
    expect([book.lost, server.notes[0]?.text, book.settled]).toEqual([false, "Kept", true]);
  });

  it("says why it was refused, and tries again once it is changed", async () => {
    book.say({ text: "x".repeat(21) });
    await passes();
    expect([book.draft()?.refused, server.notes.length]).toEqual(["Too long", 0]);
    book.say({ text: "Short" });
    await passes();
    expect([book.draft(), server.notes[0]?.text]).toEqual([undefined, "Short"]);
  });

  it("does not overwrite a chapter that was named meanwhile", async () => {
    book.chapter("Mine");
    await passes();
    expect(book.study?.chapters).toEqual([{ step: 7, title: "Mine" }]);
    server = { ...server, version: 9, notes: [] };
    book.chapter("Mine, better");
    await passes();
    expect([book.study?.chapters[0]?.title, book.trouble]).toEqual(["Mine, better", ""]);
    server = { ...server, version: 20, chapters: [{ step: 7, title: "Theirs" }] };
    book.chapter("Mine, best");
    await passes();
    expect([book.study?.chapters[0]?.title, book.trouble]).toEqual(["Theirs", "Stale"]);
  });

  it("is undone drawing by drawing", () => {
    book.drew({ type: "ring", colour: "ink", at: { x: 1, y: 1 } }, true);
    book.drew({ type: "ring", colour: "ink", at: { x: 2, y: 2 } }, true);
    book.undo();
    expect(book.content().drawings).toEqual([{ type: "ring", colour: "ink", at: { x: 1, y: 1 } }]);
    book.undo();
    expect([book.content().drawings.length, book.undoable]).toEqual([0, false]);
  });

  it("keeps the page open until it has arrived", async () => {
    const leave = (): boolean => !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
    book.say({ text: "Wait" });
    expect(leave()).toBe(true);
    await passes();
    expect(leave()).toBe(false);
  });
});
