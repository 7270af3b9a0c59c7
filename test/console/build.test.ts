import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync, gzipSync } from "node:zlib";
import { expect } from "chai";
import { buildConsole } from "../../scripts/build-console.ts";

const FIRST_PAGE_BYTES_MAX = 40 * 1024;
/** What everybody may come to load; a terminal is loaded by who opens a shell (docs/adr/0086). */
const PAGES_BYTES_MAX = 136 * 1024;
const TERMINAL_BYTES_MAX = 88 * 1024;
const TERMINAL = /^assets\/draw-terminal-/;
const IMPORTS = /(?:\bfrom|\bimport)"\.\/([^"]+)"/g;

describe("The console as it is built", function () {
  this.timeout(300_000);
  let folder: string;
  let files: readonly string[];
  const read = (name: string): Promise<string> => readFile(join(folder, name), "utf8");
  const zipped = async (names: readonly string[]): Promise<number> =>
    (await Promise.all(names.map(read))).reduce((sum, text) => sum + gzipSync(text, { level: 9 }).length, 0);

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "berth-console-"));
    await buildConsole(folder);
    ({ files } = JSON.parse(await read("served.json")) as { files: string[] });
  });
  after(() => rm(folder, { recursive: true, force: true }));

  it("is a page without anything inline, and files whose names have the hash of their content", async () => {
    const page = await read("index.html");
    expect(page.match(/<script(?![^>]* src="\/assets\/)/g), page).to.equal(null);
    expect(page).not.to.match(/<style|style=|data:/);
    for (const name of files.filter((one) => one !== "index.html"))
      expect(name).to.match(/^assets\/[a-zA-Z-]+-[\w-]{8}\.(?:js|css|svg)$/);
  });

  it("has of each file a compressed copy that says the same, and serves no other", async () => {
    for (const name of files)
      expect(brotliDecompressSync(await readFile(join(folder, `${name}.br`))).toString()).to.equal(await read(name));
    const written = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((one) => one.isFile());
    expect(written.filter(({ name }) => !/\.br$|^served\.json$|^LICENSES\.txt$/.test(name))).to.have.length(
      files.length,
    );
    expect(await read("LICENSES.txt")).to.contain("preact\n\nThe MIT License");
  });

  it("makes no code of text, and styles by ways that the policy knows", async () => {
    for (const name of files.filter((one) => one.endsWith(".js")))
      expect(await read(name), name).not.to.match(/\beval\(|\bnew Function\(|__VITE_PRELOAD__/);
  });

  it("is small: 40 kB of scripts for the first page, 136 kB for all pages, 88 kB for the terminal", async () => {
    const scripts = files.filter((name) => name.endsWith(".js"));
    const first = new Set(
      [...(await read("index.html")).matchAll(/src="\/(assets\/[^"]+\.js)"/g)].map(([, name]) => name ?? ""),
    );
    for (const name of first)
      for (const [, path] of (await read(name)).matchAll(IMPORTS)) first.add(`assets/${path ?? ""}`);
    expect(first.size).to.be.at.least(1);
    expect(await zipped([...first])).to.be.at.most(FIRST_PAGE_BYTES_MAX);
    const terminal = scripts.filter((name) => TERMINAL.test(name));
    const pages = scripts.filter((name) => !TERMINAL.test(name));
    expect(await zipped(pages)).to.be.at.most(PAGES_BYTES_MAX);
    expect(terminal).to.have.length(1);
    expect(await zipped(terminal)).to.be.at.most(TERMINAL_BYTES_MAX);
    // Each comes when it is asked for, and by no page's own imports.
    for (const name of pages)
      expect(
        [...(await read(name)).matchAll(IMPORTS)]
          .map(([, path]) => path ?? "")
          .filter((path) => path.startsWith("draw-")),
        name,
      ).to.deep.equal([]);
  });
});
