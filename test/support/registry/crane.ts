import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { findGoPrograms } from "../../../local/binaries/go-programs.ts";
import { loadLocalConfig } from "../../../local/config.ts";
import { runToEnd } from "../embedded-binaries.ts";
import type { RegistryLogin } from "./oci-client.ts";

/** Runs crane and answers what it prints; fails with what it says. */
type Crane = (...args: string[]) => Promise<string>;

/** A folder for its login, and the registry that it speaks to. */
type CraneOptions = Readonly<{ dir: string; host: string; caFile: string; login: RegistryLogin }>;

/** Answers crane's path, built with Go where it is missing: some seconds. */
export async function findCrane(): Promise<string> {
  const { cacheDir } = loadLocalConfig();
  const folder = await findGoPrograms(
    {
      name: "crane",
      moduleDir: join(import.meta.dirname, "crane"),
      programs: { crane: { package: "github.com/google/go-containerregistry/cmd/crane", flags: "-s -w" } },
    },
    { cacheDir, run: runToEnd, report: (line) => console.log(`    ${line}`) },
  );
  return join(folder, "crane");
}

/** Signs crane in at a registry, as a pipeline does. */
export async function signInCrane({ dir, host, caFile, login }: CraneOptions): Promise<Crane> {
  const command = await findCrane();
  await mkdir(dir, { recursive: true });
  const env = { DOCKER_CONFIG: dir, SSL_CERT_FILE: caFile };
  const crane: Crane = async (...args) => {
    const { code, output } = await runToEnd({ command, args, env });
    if (code !== 0) throw new Error(`crane ${args[0] ?? ""} failed: ${output}`);
    return output.trim();
  };
  await crane("auth", "login", host, "--username", login.username, "--password", login.password);
  return crane;
}
