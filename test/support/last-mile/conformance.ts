/*
 * The official conformance suite of the Gateway API: a Go module that makes Gateways and routes of its own, asks them over the
 * network, and judges what came. It is run as it is; nothing of it is left out here.
 */
import { mkdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { parse } from "yaml";
import { loadLocalConfig } from "../../../local/config.ts";
import { findGoPrograms } from "../../../local/binaries/go-programs.ts";
import { ImageStore } from "../../../local/images/image-store.ts";
import { runToEnd } from "../embedded-binaries.ts";
import { eventually } from "../eventually.ts";
import { runGuarded } from "../guarded-process.ts";
import { readTests, type Ended, type Profile } from "./conformance-results.ts";
import { makeImage } from "./gateway-images.ts";
import { findOwn } from "./programs.ts";

/** Whom the suite is run against, and where its words go. */
type Conforming = Readonly<{
  program: string;
  kubeconfig: string;
  gatewayClass: string;
  /** Of the implementation; the report has it. */
  version: string;
  dir: string;
}>;

/** What came of a run. */
export type Conformance = Readonly<{ tests: ReadonlyMap<string, Ended>; profiles: readonly Profile[]; log: string }>;

/** The profiles of a Gateway; the others are of meshes. */
const PROFILES = ["HTTP", "GRPC", "TLS", "TCP", "UDP"].map((name) => `GATEWAY-${name}`);
/** What is asked of a mesh, which a Gateway is not. */
const MESH = [
  "Mesh",
  "MeshClusterIPMatching",
  "MeshConsumerRoute",
  "MeshHTTPRouteRewritePath",
  "MeshHTTPRouteSchemeRedirect",
  "MeshHTTPRouteRedirectPort",
  "MeshHTTPRouteRedirectPath",
  "MeshHTTPRouteBackendRequestHeaderModification",
  "MeshHTTPRouteQueryParamMatching",
  "MeshHTTPRouteNamedRouteRule",
];
const PLAIN = "-s -w";
/** By the names that the suite's own manifests have; all releases of its server are built from the suite's module. */
const ECHO = ["v1.5.1", "v1.6.0-dev.2", "v1.6.0-dev.3"].map((tag) => `registry.k8s.io/gateway-api/echo-basic:${tag}`);
const DNS = "registry.k8s.io/coredns/coredns:v1.12.2";
const ROOT = "0:0";
/** The module that pins CoreDNS. */
const ADDONS = join(import.meta.dirname, "..", "..", "..", "local", "toolchain-addons");
const SUITE_MS = 80 * 60_000;
const BETWEEN_LOOKS_MS = 1_000;

/** Answers the path of the suite, and makes the images of what its tests ask, where they are not there yet. */
export async function findConformance(): Promise<string> {
  const suite = {
    conformance: { package: ".", flags: PLAIN },
    "echo-basic": { package: "sigs.k8s.io/gateway-api/conformance/echo-basic", flags: PLAIN },
  };
  const folder = await findOwn("conformance", suite, ["main.go"]);
  const { cacheDir } = loadLocalConfig();
  const store = new ImageStore(join(cacheDir, "images"));
  for (const name of ECHO) await makeImage(store, name, join(folder, "echo-basic"));
  const source = relative(ADDONS, join(import.meta.dirname, "conformance-dns", "main.go"));
  const programs = { coredns: { package: source, flags: PLAIN } };
  const coredns = { name: "conformance-dns", moduleDir: ADDONS, programs, sources: [source] };
  const options = { cacheDir, run: runToEnd, report: (line: string) => console.log(`    ${line}`) };
  await makeImage(store, DNS, join(await findGoPrograms(coredns, options), "coredns"), ROOT);
  return join(folder, "conformance");
}

/** Runs every test of the suite, and answers how each ended; its words stand in `dir`. */
export async function runConformance(conforming: Conforming): Promise<Conformance> {
  const { dir } = conforming;
  await mkdir(dir, { recursive: true });
  const [log, report] = [join(dir, "conformance.log"), join(dir, "conformance.yaml")];
  await runSuite(conforming, { log, report });
  const said = await readFile(log, "utf8");
  const { profiles } = parse(await readFile(report, "utf8")) as Readonly<{ profiles: readonly Profile[] }>;
  return { tests: readTests(said), profiles, log };
}

async function runSuite(
  { program, kubeconfig, gatewayClass, version, dir }: Conforming,
  { log, report }: Readonly<{ log: string; report: string }>,
): Promise<void> {
  const flags = [
    "-test.v",
    `-gateway-class=${gatewayClass}`,
    "-all-features",
    `-exempt-features=${MESH.join(",")}`,
    `-conformance-profiles=${PROFILES.join(",")}`,
    `-report-output=${report}`,
    "-organization=envoyproxy",
    "-project=envoy-gateway",
    "-url=https://github.com/envoyproxy/gateway",
    `-version=${version}`,
    "-contact=none",
  ];
  const written = ["sh", "-c", 'log=$1; shift; exec "$@" >"$log" 2>&1', "sh", log, program, ...flags];
  const suite = runGuarded({ command: "env", flags: [`KUBECONFIG=${kubeconfig}`, ...written], cwd: dir });
  try {
    const isOver = (): void => {
      if (!suite.exited()) throw new Error(`The suite goes on; ${log} says how far it is`);
    };
    await eventually(isOver, SUITE_MS, BETWEEN_LOOKS_MS);
  } finally {
    await suite.kill();
  }
}
