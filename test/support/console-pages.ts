import { globSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { PAGE_ROOTS } from "../../console/page-roots.ts";

const CONSOLE = join(import.meta.dirname, "../../console");
const ROUTERS = ["app.tsx", "people-pages.ts"];

/** The sources that say which pages there are: those that route, and those of pages, by the folder of each. */
export type PageSources = Readonly<{ routers: readonly string[]; pages: Readonly<Record<string, string>> }>;

/** Reads the sources that say which pages the console has. */
export function readPageSources(): PageSources {
  const read = (path: string): string => readFileSync(join(CONSOLE, path), "utf8");
  const pages = globSync("pages/*/*-page.tsx", { cwd: CONSOLE });
  return {
    routers: ROUTERS.map(read),
    pages: Object.fromEntries(pages.map((path) => [join(basename(dirname(path)), basename(path)), read(path)])),
  };
}

/**
 * Lists the addresses of everything that the console shows: of each route one, of each of its tabs one, and of each root that
 * no route has (what nobody needs to be signed in for). Two routes to one page are one: the longer of them.
 */
export function consolePages({ routers, pages }: PageSources = readPageSources()): readonly string[] {
  const text = routers.join("\n");
  const routes = new Map<string, string>();
  for (const [, path = "", component = ""] of text.matchAll(
    /\bpath(?:=|: )"([^"]+)",?\s*component(?:=\{|: )(lazy\(.*?\.then\(|\w+)/gs,
  )) {
    const key = component.startsWith("lazy(") ? path : component;
    if ((routes.get(key) ?? "").length <= path.length) routes.set(key, path);
  }
  const found = [...routes].flatMap(([component, path]) => [path, ...tabsOf({ component, path, text, pages })]);
  const roots = new Set(found.map((path) => path.split(/[/?]/)[1] ?? ""));
  const doors = PAGE_ROOTS.filter((root) => !roots.has(root)).map((root) => `/${root}`);
  return [...found, ...doors];
}

/** Names the picture of a page: "/deployments/:id?tab=logs" is deployments-id-logs. */
export function pictureName(page: string): string {
  if (page === "/") return "home";
  return page.slice(1).replace("?tab=", "-").replaceAll("/:", "-").replaceAll("/", "-");
}

type Routed = Readonly<{ component: string; path: string; text: string; pages: PageSources["pages"] }>;

/** The first tab is the page itself. */
function tabsOf({ component, path, text, pages }: Routed): readonly string[] {
  const file = new RegExp(`"\\./pages/([^"]+)"\\)[^;]*?page\\.${component}\\b`).exec(text)?.[1] ?? "";
  const listed = /^const TABS\b.*?= \[(.*?)^\]/ms.exec(pages[file] ?? "")?.[1] ?? "";
  const ids = [...listed.matchAll(/\bid: "([^"]+)"/g)].map(([, id]) => id ?? "");
  return ids.slice(1).map((id) => `${path}?tab=${id}`);
}
