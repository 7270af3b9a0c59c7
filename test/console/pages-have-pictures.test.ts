import { globSync } from "node:fs";
import { basename, join } from "node:path";
import { expect } from "chai";
import { consolePages, pictureName, readPageSources, type PageSources } from "../support/console-pages.ts";
import { consoleRoutes } from "../support/console-routes.ts";

const FOLDER = join(import.meta.dirname, "stories/__pictures__");

/** Names what lacks a picture, and pictures of what is no page. */
function lacks(pages: readonly string[], pictures: readonly string[]): readonly string[] {
  const names = pages.map(pictureName);
  return [
    ...names.filter((name) => !pictures.includes(name)).map((name) => `no picture of ${name}`),
    ...pictures.filter((name) => !names.includes(name)).map((name) => `a picture of ${name}, which is no page`),
  ];
}

/** Every page of the console has its picture, which test/console/stories/pictures.test.ts compares; make pictures takes them. */
describe("Pictures of the console", () => {
  const sources = readPageSources();
  const pictures = globSync("*.png", { cwd: FOLDER }).map((path) => basename(path, ".png"));

  it("are there for each route and each tab, and of nothing else", () => {
    expect(lacks(consolePages(), pictures)).to.deep.equal([]);
  });

  it("are of every page that has a folder, and of every tab that one names", () => {
    const pages = consolePages();
    expect(new Set(pages.map(pictureName)).size, "each has a name of its own").to.equal(pages.length);
    const aliases = ["/organization", "/account", "/admin"];
    expect(consoleRoutes().filter((route) => !pages.includes(route))).to.deep.equal(aliases);
    const named = Object.values(sources.pages).flatMap((text) => [...text.matchAll(/^const TABS\b[^;]*/gm)].join());
    const tabs = named.join().match(/\bid: "/g)?.length ?? 0;
    const hosts = named.filter((text) => text !== "").length;
    expect(pages.filter((page) => page.includes("?tab=")).length).to.equal(tabs - hosts);
    expect(hosts).to.be.at.least(3);
  });

  it("are missed where they are missing: each known bad is found", () => {
    const [app = "", people = ""] = sources.routers;
    const file = "database/database-page.tsx";
    const all = consolePages().map(pictureName);
    const withTab = (sources.pages[file] ?? "").replace(
      "const TABS = [",
      'const TABS = [{ id: "first", name: "First" },',
    );
    const bads: Readonly<Record<string, readonly [PageSources, readonly string[]]>> = {
      "a route more": [
        {
          ...sources,
          routers: [app, people.replace("[\n", '[\n{ path: "/organization/new-page", component: newPage },')],
        },
        all,
      ],
      "a route more of the app": [
        {
          ...sources,
          routers: [app.replace(/<Router\b[^>]*>/, '$&<Route path="/deployments/new-page" component={New} />'), people],
        },
        all,
      ],
      "a tab more": [{ ...sources, pages: { ...sources.pages, [file]: withTab } }, all],
      "a picture that was removed": [sources, all.filter((name) => name !== "deployments-id-logs")],
      "a picture that was left": [sources, [...all, "deployments-old"]],
    };
    const missed = Object.entries(bads).filter(([, [given, kept]]) => lacks(consolePages(given), kept).length !== 1);
    expect(missed.map(([name]) => name)).to.deep.equal([]);
  });
});
