import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync, gzipSync } from "node:zlib";
import { expect } from "chai";
import { buildConsole } from "../../scripts/build-console.ts";

/** Sign-in and Home: 35.1 kB on 2026-11-29. */
const FIRST_PAGE_BYTES_MAX = 35_200;
/** What everybody may come to load: 135.5 kB now; a terminal (83.0 kB) is loaded by who opens a shell (docs/adr/0086). */
const PAGES_BYTES_MAX = 136_000;
const TERMINAL_BYTES_MAX = 83_500;
/** Whoever writes a body as YAML loads 18.9 kB (docs/adr/0110). */
const YAML_BYTES_MAX = 19_500;
/** Page, styles, the first script, its group and what groups share: of eleven requests until a list can be used, five are of the interface (stories/requests.test.ts). */
const LIST_PARTS = ["deployments", "index", "parts"];
const YAML = /^assets\/yaml-/;
const TERMINAL = /^assets\/draw-terminal-/;
const IMPORTS = /(?:\bfrom|\bimport)"\.\/([^"]+)"/g;

describe("The console as it is built", function () {
  this.timeout(300_000);
  let folder: string;
  let files: readonly string[];
  const read = (name: string): Promise<string> => readFile(join(folder, name), "utf8");
  /** Holds the sum of what files take as gzip to a number of bytes, and says what each takes. */
  const expectZipped = async (names: readonly string[], most: number): Promise<void> => {
    const sizes = await Promise.all(
      names.map(async (name) => ({ name, size: gzipSync(await read(name), { level: 9 }).length })),
    );
    const said = sizes.map(({ name, size }) => `${size} ${name}`).join(", ");
    expect(
      sizes.reduce((sum, { size }) => sum + size, 0),
      said,
    ).to.be.at.most(most);
  };

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

  it("is three scripts of a list, whatever else there is", async () => {
    const found = new Set([files.find((name) => name.startsWith("assets/deployments-")) ?? ""]);
    for (const name of found)
      for (const [, path] of (await read(name)).matchAll(IMPORTS)) found.add(`assets/${path ?? ""}`);
    expect([...found].map((name) => /^assets\/(\w+)-/.exec(name)?.[1]).sort()).to.deep.equal(LIST_PARTS);
  });

  it("makes no code of text, and styles by ways that the policy knows", async () => {
    for (const name of files.filter((one) => one.endsWith(".js")))
      expect(await read(name), name).not.to.match(/\beval\(|\bnew Function\(|__VITE_PRELOAD__/);
  });

  it("is small: 35.2 kB of scripts for sign-in and Home, 136 kB for all pages, 83.5 kB for the terminal, 19.5 kB for YAML", async () => {
    const scripts = files.filter((name) => name.endsWith(".js"));
    const first = new Set(
      [...(await read("index.html")).matchAll(/src="\/(assets\/[^"]+\.js)"/g)].map(([, name]) => name ?? ""),
    );
    for (const name of first)
      for (const [, path] of (await read(name)).matchAll(IMPORTS)) first.add(`assets/${path ?? ""}`);
    expect(first.size).to.be.at.least(1);
    await expectZipped([...first], FIRST_PAGE_BYTES_MAX);
    expect(await read([...first][0] ?? ""), "Home is loaded with the first page").to.contain("Hello, ");
    const terminal = scripts.filter((name) => TERMINAL.test(name));
    const pages = scripts.filter((name) => !TERMINAL.test(name) && !YAML.test(name));
    const yaml = scripts.filter((name) => YAML.test(name));
    expect(yaml).to.have.length(1);
    await expectZipped(yaml, YAML_BYTES_MAX);
    await expectZipped(pages, PAGES_BYTES_MAX);
    expect(terminal).to.have.length(1);
    await expectZipped(terminal, TERMINAL_BYTES_MAX);
    // Each comes when it is asked for, and by no page's own imports.
    for (const name of pages)
      expect(
        [...(await read(name)).matchAll(IMPORTS)]
          .map(([, path]) => path ?? "")
          .filter((path) => /^(?:draw|yaml)-/.test(path)),
        name,
      ).to.deep.equal([]);
  });
});
