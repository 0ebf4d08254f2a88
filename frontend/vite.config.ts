import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

// Other sites load the embedded script as a plain script, beside scripts of their own: no name of it may be seen there.
// The service worker is a plain script too.
const alone: Plugin = {
  name: "embedded-script-alone",
  renderChunk: (code, chunk) => ((chunk.name === "embed" || chunk.name === "sw") && chunk.isEntry ? `(() => {${code}})();` : null),
};

const input = {
  main: "src/main.ts",
  replay: "src/replay.ts",
  embed: "src/embed.ts",
  record: "src/record.ts",
  sw: "src/sw.ts",
  "embed-page": "src/styles/embed.css",
  print: "src/styles/print.css",
};

// The manifest tells django-vite which hashed file belongs to which source. `--mode file` builds the script and the style
// sheet that a battle as a file carries in itself: one of each, without imports.
export default defineConfig(({ mode }) => ({
  base: "/static/",
  plugins: [alone],
  build: {
    outDir: "dist",
    emptyOutDir: mode !== "file",
    manifest: mode === "file" ? "file.json" : "manifest.json",
    rollupOptions: mode === "file" ? { input: { file: "src/file.ts" }, output: { codeSplitting: false } } : { input },
  },
  test: {
    environment: "happy-dom",
    include: ["src/**/*.test.ts"],
  },
}));
