import { randomBytes } from "node:crypto";
import { rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { GO_PACKAGES, VERSIONS } from "./catalog.ts";
import type { BinaryName } from "./catalog.ts";

/** Runs a command to its end; the supervisor's run() fits. */
export type Run = (what: {
  command: string;
  args: readonly string[];
  cwd?: string;
  env?: Record<string, string>;
}) => Promise<{ code: number; output: string }>;

/** Names the version of Kubernetes to the linker; without it the API server calls itself v0.0.0. */
export function linkFlags(kubernetesVersion: string): string {
  const [major, minor] = kubernetesVersion.split(".");
  const version = "k8s.io/component-base/version";
  return [
    "-s -w",
    `-X ${version}.gitVersion=v${kubernetesVersion}`,
    `-X ${version}.gitMajor=${major ?? ""}`,
    `-X ${version}.gitMinor=${minor ?? ""}`,
  ].join(" ");
}

/** Asks whether a Go toolchain is there. */
export async function hasGo(run: Run): Promise<boolean> {
  return run({ command: "go", args: ["version"] }).then(
    ({ code }) => code === 0,
    () => false,
  );
}

/** One program to compile: of which module, with which arguments before its package, and where it goes. */
type Compiling = Readonly<{
  name: string;
  package: string;
  moduleDir: string;
  flags: readonly string[];
  isC?: boolean;
  path: string;
  run: Run;
}>;

/** Compiles a program and answers its path, where there is a whole one or none. */
export async function compile({ name, moduleDir, flags, isC = false, path, run, ...of }: Compiling): Promise<string> {
  const half = join(dirname(path), `.build-${name.replaceAll("/", "-")}-${randomBytes(4).toString("hex")}`);
  try {
    const { code, output } = await run({
      command: "go",
      args: ["build", "-trimpath", ...flags, "-o", half, of.package],
      cwd: moduleDir,
      env: { CGO_ENABLED: isC ? "1" : "0", GOFLAGS: "-mod=readonly", GOWORK: "off" },
    });
    if (code !== 0)
      throw new Error(`Building ${name} with Go failed:\n${output.trim().split("\n").slice(-6).join("\n")}`);
    await rename(half, path);
    return path;
  } finally {
    await rm(half, { force: true });
  }
}

/** Builds one binary of the toolchain module into the cache and answers its path. */
export function buildWithGo(
  name: BinaryName,
  {
    toolchainDir,
    cacheDir,
    run,
    kubernetesVersion = VERSIONS.kubernetes,
  }: { toolchainDir: string; cacheDir: string; run: Run; kubernetesVersion?: string },
): Promise<string> {
  const flags = ["-ldflags", linkFlags(kubernetesVersion)];
  return compile({
    name,
    package: GO_PACKAGES[name],
    moduleDir: toolchainDir,
    flags,
    path: join(cacheDir, name),
    run,
  });
}
