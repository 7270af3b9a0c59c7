import { existsSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { isLoadable, productionPackages } from "../../scripts/production-packages.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

describe("What stays out of the images", () => {
  it("is never what a package is imported by, nor a folder above it: an image is copied folder by folder", () => {
    const entries = productionPackages(ROOT).flatMap(({ name, path }) =>
      path === `node_modules/${name}` ? entryOf(name) : [],
    );
    expect(entries.length).to.be.greaterThan(100);
    expect(entries.flatMap(listAbove).filter((path) => !isLoadable(path))).to.deep.equal([]);
  });

  it("is not what one package asks another for by require(), where that is another file", () => {
    for (const path of ["axios/dist/node/axios.cjs", "async/forEach.js", "pako/index.js"])
      expect(listAbove(`node_modules/${path}`).filter((one) => !isLoadable(one))).to.deep.equal([]);
  });

  it("is what browsers load", () => {
    for (const path of ["axios/dist/axios.min.js", "axios/dist/esm/axios.js", "yaml/browser/index.js"]) {
      expect(existsSync(join(ROOT, "node_modules", path)), path).to.equal(true);
      expect(isLoadable(`node_modules/${path}`), path).to.equal(false);
    }
  });
});

/** Some have parts or types only, and nothing to load under their own name. */
function entryOf(name: string): readonly string[] {
  try {
    const path = relative(ROOT, fileURLToPath(import.meta.resolve(name)));
    return existsSync(join(ROOT, path)) && !/\.d\.[cm]?ts$/.test(path) ? [path] : [];
  } catch {
    return [];
  }
}

function listAbove(path: string): readonly string[] {
  const above = dirname(path);
  return above.endsWith("node_modules") ? [path] : [path, ...listAbove(above)];
}
