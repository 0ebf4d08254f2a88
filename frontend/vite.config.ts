import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

// Other sites load the embedded script as a plain script, beside scripts of their own: no name of it may be seen there.
// The service worker is a plain script too.
const alone: Plugin = {
  name: "embedded-script-alone",
  renderChunk: (code, chunk) => ((chunk.name === "embed" || chunk.name === "sw") && chunk.isEntry ? `(() => {${code}})();` : null),
};

// The manifest tells django-vite which hashed file belongs to which source.
export default defineConfig({
  base: "/static/",
  plugins: [alone],
  build: {
    outDir: "dist",
    emptyOutDir: true,
    manifest: "manifest.json",
    rollupOptions: {
      input: {
        main: "src/main.ts",
        embed: "src/embed.ts",
        record: "src/record.ts",
        sw: "src/sw.ts",
        "embed-page": "src/styles/embed.css",
        print: "src/styles/print.css",
      },
    },
  },
  test: {
    environment: "happy-dom",
    include: ["src/**/*.test.ts"],
  },
});
