import { readFileSync } from "node:fs";

const SOURCES = ["app.tsx", "people-pages.ts"];

/** Reads the addresses of all pages of the console from its sources, as they are routed. */
export function consoleRoutes(): readonly string[] {
  const texts = SOURCES.map((name) => readFileSync(new URL(`../../console/${name}`, import.meta.url), "utf8"));
  return texts.flatMap((text) => [...text.matchAll(/\bpath(?:=|: )"([^"]+)"/g)].map(([, path]) => path ?? ""));
}
