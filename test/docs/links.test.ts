import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { expect } from "chai";
import { proseOf, readDocuments, type Document } from "../support/documents.ts";

const ROOT = join(import.meta.dirname, "../..");
const DOCUMENTS = readDocuments("*.md", "docs/**/*.md", "local/README.md");

/** Makes the anchors of a document's headings as GitHub does. */
function anchorsOf(text: string): Set<string> {
  const seen = new Map<string, number>();
  const titles = [...proseOf({ path: "", text }).matchAll(/^#+ (.*)$/gm)].map(([, title = ""]) => title);
  return new Set(
    titles.map((title) => {
      const slug = title
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
        .replaceAll(" ", "-");
      const count = seen.get(slug) ?? 0;
      seen.set(slug, count + 1);
      return count === 0 ? slug : `${slug}-${count}`;
    }),
  );
}

/** Lists the links of a document that lead nowhere; those to other machines are not followed. */
function deadLinks(document: Document): string[] {
  const prose = proseOf(document).replaceAll(/`[^`\n]*`/g, "");
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = ""]) => target)
    .filter((target) => !target.startsWith("https://") && !leadsSomewhere(document.path, target));
}

function leadsSomewhere(from: string, target: string): boolean {
  const [path = "", anchor] = target.split("#");
  const file = path === "" ? join(ROOT, from) : join(ROOT, dirname(from), path);
  if (relative(ROOT, file).startsWith("..") || !existsSync(file)) return false;
  if (anchor === undefined) return true;
  return statSync(file).isFile() && anchorsOf(readFileSync(file, "utf8")).has(anchor);
}

describe("the links of the documents", () => {
  for (const document of DOCUMENTS)
    it(`of ${document.path} lead somewhere`, () => expect(deadLinks(document)).to.deep.equal([]));

  it("are looked at (known bad)", () => {
    const text =
      "[a](#links) [b](README.md#no-such-heading) [c](gone.md) [d](../outside.md) [e](README.md#find-your-way)";
    const bad = { path: "bad.md", text };
    expect(deadLinks(bad)).to.deep.equal(
      ["README.md#no-such-heading", "gone.md", "../outside.md"].toSpliced(0, 0, "#links"),
    );
  });

  it("lead from the index to every guide", () => {
    const index = readDocuments("docs/guides/README.md")[0]?.text ?? "";
    const guides = DOCUMENTS.map(({ path }) => path).filter((path) => /^docs\/guides\/[^R]/.test(path));
    const missing = guides.filter((path) => !index.includes(`](${path.replace("docs/guides/", "")})`));
    expect(missing).to.deep.equal([]);
    expect(guides.length).to.be.greaterThan(14);
  });
});
