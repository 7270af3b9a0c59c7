/** The images that Cilium's chart names, as its own Dockerfiles lay them out: out of the programs and the distribution's packages. */
import { createHash } from "node:crypto";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { renderAccounts } from "../../../local/images/accounts.ts";
import { readDebianPackages } from "../../../local/images/debian-tree.ts";
import { readFileEntry, readFolderEntries } from "../../../local/images/folder-entries.ts";
import type { ImageStore } from "../../../local/images/image-store.ts";
import type { LayerEntry } from "../../../local/images/layer-entry.ts";
import { TEMPORARY } from "../../../local/images/tour-images.ts";
import { runToEnd } from "../embedded-binaries.ts";
import { CILIUM_VERSION, fetchCilium, findCilium } from "./programs.ts";

const AGENT_IMAGE = `quay.io/cilium/cilium:v${CILIUM_VERSION}`;
const OPERATOR_IMAGE = `quay.io/cilium/operator-generic:v${CILIUM_VERSION}`;
/** The WireGuard of kernels that have none. */
export const WIREGUARD_IMAGE = "localhost/wireguard-go:0";
const ENV = ["PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"];
const USR_BIN = ["cilium-agent", "cilium-dbg", "cilium-health-responder", "cilium-mount", "cilium-sysctlfix"];
/** It compiles programs for the kernel as it starts. */
const COMPILER = "clang-19";
const PACKAGES = [
  "bash",
  "coreutils",
  "findutils",
  "grep",
  "mount",
  "util-linux",
  "iproute2",
  "iptables",
  "ipset",
  "kmod",
  "ca-certificates",
  COMPILER,
];
/** What a compiler for this machine would need, and programs for the kernel do not. */
const LEFT_OUT = new RegExp(
  [
    "^usr/(?:include|lib/gcc|lib/compat-ld|lib/gold-ld|lib/x86_64-linux-gnu/(?:perl|bfd-plugins|ldscripts))(?:/|$)",
    "^usr/lib/llvm-19/(?:include|build|share|lib/clang|lib/LLVMPolly)",
    "^usr/lib/x86_64-linux-gnu/lib(?:[alt]san|ubsan|gprofng|bfd|opcodes|clang-19|db-)",
    "^usr/share/(?:perl|icons|zoneinfo)",
    "^usr/bin/x86_64-linux-gnu-",
    "\\.a$",
    // Packages have it with other rights.
    "^tmp$",
  ].join("|"),
);
const IPTABLES = ["iptables", "ip6tables"].flatMap((name) => [name, `${name}-save`, `${name}-restore`]);
const report = (line: string): void => console.log(`    ${line}`);

/** Makes them where they are not there yet, which builds Cilium the first time. */
export async function makeCiliumImages(store: ImageStore, workDir: string): Promise<void> {
  const programs = await findCilium();
  const source = `${programs} ${deriveRecipe()}`;
  if (await store.has([AGENT_IMAGE, OPERATOR_IMAGE, WIREGUARD_IMAGE], source)) return;
  report(`${AGENT_IMAGE}: from its module and the distribution's packages`);
  await mkdir(workDir, { recursive: true });
  const read = async (name: string, packages: readonly string[]): Promise<readonly LayerEntry[]> => {
    const entries = await readDebianPackages({ name, packages, workDir, run: runToEnd });
    return entries.filter(({ path }) => !LEFT_OUT.test(path));
  };
  const program = (name: string, path = `usr/bin/${name}`): Promise<LayerEntry> =>
    readFileEntry(join(programs, name), path);
  await store.put(AGENT_IMAGE, {
    layers: [
      [...(await read("cilium", PACKAGES)), ...links(), ...renderAccounts(), TEMPORARY],
      [
        ...(await Promise.all(USR_BIN.map((name) => program(name)))),
        await program("cilium-cni", "opt/cni/bin/cilium-cni"),
        ...(await readSources(await fetchCilium())),
      ],
    ],
    config: { Cmd: ["/usr/bin/cilium-dbg"], Env: ENV },
    source,
  });
  await store.put(OPERATOR_IMAGE, {
    layers: [[await program("cilium-operator-generic"), ...renderAccounts(), TEMPORARY]],
    config: { Entrypoint: ["/usr/bin/cilium-operator-generic"], Env: ENV },
    source,
  });
  await store.put(WIREGUARD_IMAGE, {
    layers: [
      await read("wireguard", ["wireguard-tools"]),
      [await program("wireguard-go"), ...renderAccounts(), TEMPORARY],
    ],
    config: { Entrypoint: ["/usr/bin/wireguard-go"], Env: ENV },
    source,
  });
}

/** What was made by another recipe goes by the same names. */
function deriveRecipe(): string {
  const recipe = JSON.stringify([PACKAGES, LEFT_OUT.source, links()]);
  return createHash("sha256").update(recipe).digest("hex").slice(0, 12);
}

/** What the packages' own scripts would make. */
function links(): readonly LayerEntry[] {
  const link = (path: string, target: string): LayerEntry => ({ type: "link", path, mode: 0o777, target });
  return [
    link("bin/sh", "bash"),
    link("usr/local/bin/clang", `/usr/bin/${COMPILER}`),
    ...IPTABLES.map((name) => link(`usr/sbin/${name}`, "xtables-nft-multi")),
  ];
}

async function readSources(module: string): Promise<readonly LayerEntry[]> {
  const sources = await readFolderEntries(join(module, "bpf"), /^(?:tests|complexity-tests|custom)(?:\/|$)/);
  const scripts = [
    "images/cilium/init-container.sh",
    "plugins/cilium-cni/install-plugin.sh",
    "plugins/cilium-cni/cni-uninstall.sh",
  ];
  return [
    ...sources.map((entry) => ({
      ...entry,
      path: `var/lib/cilium/bpf/${entry.path}`,
      mode: entry.type === "folder" ? 0o755 : 0o644,
    })),
    ...(await Promise.all(
      scripts.map((file) => readFileEntry(join(module, file), file.slice(file.lastIndexOf("/") + 1))),
    )),
  ];
}
