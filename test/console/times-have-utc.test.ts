import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";

const CONSOLE = join(import.meta.dirname, "../../console");
const SAID = /\b(?:moment|clock|weekMoment|toLocale(?:Date|Time)?String)\(.*$/gm;
/** What makes times, and what shows them. */
const MADE_IN = ["view/times.ts", "parts/moment.tsx"];
/** Where a time is no text that somebody could point at: it is spoken, or drawn on a canvas, whose legend has it; and lines of logs have a title of their own. */
const ELSEWHERE: Readonly<Record<string, number>> = {
  "pages/database/backups-tab.tsx": 1,
  "pages/database/restore-dialog.tsx": 1,
  "pages/deployment/log-box.tsx": 1,
  "parts/draw-plot.ts": 2,
};

type Sources = Readonly<Record<string, string>>;

/** Lists what shows a time as a mere text, which nobody can ask for UTC by pointing at it. */
function mereTimes(sources: Sources): readonly string[] {
  return Object.entries(sources)
    .filter(([path]) => !MADE_IN.includes(path))
    .map(([path, text]) => ({ path, said: text.match(SAID) ?? [] }))
    .filter(({ path, said }) => said.length !== (ELSEWHERE[path] ?? 0))
    .map(({ path, said }) => `${path}: ${said.join("; ")}`);
}

describe("Times of the console", () => {
  const paths = globSync("{pages,parts,store,view}/**/*.{ts,tsx}", { cwd: CONSOLE });
  const sources = Object.fromEntries(paths.map((path) => [path, readFileSync(join(CONSOLE, path), "utf8")]));

  it("are shown by what has UTC on hover", () => {
    expect(paths).to.include.members(["parts/when.tsx", "pages/deployment/log-box.tsx"]);
    expect(mereTimes(sources)).to.deep.equal([]);
  });

  it("are found where they are mere texts: as they were", () => {
    for (const mere of ["ends {moment(new Date(end))}.", "`at ${clock(new Date(at))}`", "at.toLocaleTimeString()"])
      expect(mereTimes({ ...sources, "parts/when.tsx": mere }), mere).to.have.length(1);
  });
});
