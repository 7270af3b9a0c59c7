import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { readFile, realpath } from "node:fs/promises";
import { promisify } from "node:util";
import { billOfMaterials, type ProductionPackage } from "../production-packages.ts";

const run = promisify(execFile);

/** Writes down what an image holds: its npm packages, Node with what is built into it, and the distribution's packages whose libraries they load. */
export async function describeMaterials(
  packages: readonly ProductionPackage[],
  libraries: readonly string[],
  { node = process.execPath, describeLibraries = describeOwnLibraries }: Partial<Described> = {},
): Promise<string> {
  return billOfMaterials(packages, [await describeNode(node), ...(await describeLibraries(libraries))]);
}

/** Node of another processor has the same built into it: it is of the same version. */
type Described = Readonly<{
  node: string;
  describeLibraries: (files: readonly string[]) => Promise<readonly object[]>;
}>;

async function describeNode(file: string): Promise<object> {
  // Counted by Node for itself, and by no list of faults.
  const { node } = process.versions;
  const builtIn = Object.entries(process.versions).filter(([name]) => !["node", "modules", "napi"].includes(name));
  const hash = createHash("sha256").update(await readFile(file));
  return {
    type: "application",
    name: "node",
    version: node,
    purl: `pkg:generic/node@${node}`,
    cpe: `cpe:2.3:a:nodejs:node.js:${node}:*:*:*:*:*:*:*`,
    // Of the file that was copied, before its names were taken away.
    hashes: [{ alg: "SHA-256", content: hash.digest("hex") }],
    components: builtIn.flatMap(([name, version = ""]) =>
      // Some are named without a version where they are not built in.
      version === ""
        ? []
        : [{ type: "library", name, version, purl: `pkg:generic/${name}@${encodeURIComponent(version)}` }],
    ),
  };
}

/** Describes the packages of this machine's distribution that own libraries. */
export async function describeOwnLibraries(libraries: readonly string[]): Promise<readonly object[]> {
  const distribution = /^ID="?(\w+)"?$/m.exec(await readFile("/etc/os-release", "utf8"))?.[1] ?? "debian";
  const owners = new Set<string>();
  for (const library of libraries) owners.add(await findOwner(library));
  const form = "${Package} ${Version} ${Architecture} ${source:Package}\n";
  const { stdout } = await run("dpkg-query", ["--show", `--showformat=${form}`, ...[...owners].sort()]);
  return stdout
    .trim()
    .split("\n")
    .map((line) => {
      const [name = "", version = "", architecture = "", source = ""] = line.split(" ");
      const purl = `pkg:deb/${distribution}/${name}@${encodeURIComponent(version)}`;
      const qualifiers = `arch=${architecture}&upstream=${encodeURIComponent(source)}`;
      return { type: "library", name, version, purl: `${purl}?${qualifiers}` };
    });
}

/** Packages name their files below /usr, the loader by the links of before. */
async function findOwner(library: string): Promise<string> {
  for (const path of [await realpath(library), library]) {
    const { stdout } = await run("dpkg-query", ["--search", path]).catch(() => ({ stdout: "" }));
    // Other packages may have moved it out of their way.
    const line = stdout.split("\n").find((one) => one !== "" && !one.startsWith("diversion"));
    if (line !== undefined) return line.slice(0, line.indexOf(": "));
  }
  throw new Error(`${library} belongs to no package of the distribution, so nobody could tell what is in the image`);
}
