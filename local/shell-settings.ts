import { mkdir, rm, symlink } from "node:fs/promises";
import { join } from "node:path";
import { writeFileAtomically } from "./atomic-file.ts";
import type { Connection } from "./connection.ts";

/** Names the file in a home folder that a shell reads to reach the stack. */
export function shellSettingsPath(homeDir: string): string {
  return join(homeDir, "env");
}

/** Writes what a shell needs to follow the tour: addresses, the admin's login, and our kubectl on PATH. */
export async function writeShellSettings(homeDir: string, connection: Connection, kubectl: string): Promise<void> {
  const binDir = join(homeDir, "bin");
  await mkdir(binDir, { recursive: true });
  await rm(join(binDir, "kubectl"), { force: true });
  await symlink(kubectl, join(binDir, "kubectl"));
  const settings: Readonly<Record<string, string>> = {
    BERTH_HOME: homeDir,
    BERTH_URL: connection.url,
    BERTH_EMAIL: connection.admin.email,
    BERTH_PASSWORD: connection.admin.password,
    BERTH_APPS: `${connection.apps.address}:${connection.apps.port}`,
    BERTH_APPS_CA_FILE: connection.apps.ca_file,
    KUBECONFIG: connection.kubeconfig,
  };
  const lines = Object.entries(settings).map(([name, value]) => `export ${name}=${quote(value)}`);
  await writeFileAtomically(shellSettingsPath(homeDir), `${lines.join("\n")}\nexport PATH=${quote(binDir)}:"$PATH"\n`);
}

/** Puts berthctl on that PATH, with the settings of the running operator; of the caller's only the database, for a restore. */
export async function writeBerthctl(
  homeDir: string,
  projectDir: string,
  operatorEnv: Readonly<Record<string, string>>,
): Promise<void> {
  const [settings, script] = [join(homeDir, "operator.env"), join(homeDir, "bin", "berthctl")];
  await mkdir(join(homeDir, "bin"), { recursive: true });
  const lines = Object.entries(operatorEnv).map(([name, value]) => `${name}=${quote(value)}`);
  await writeFileAtomically(settings, `${lines.join("\n")}\n`);
  const program = [process.execPath, `--env-file=${settings}`, join(projectDir, "berthctl/main.ts")];
  // What stands in the environment goes before the file.
  const exec = 'exec env -i ${BERTH_POSTGRES_URL:+"BERTH_POSTGRES_URL=$BERTH_POSTGRES_URL"}';
  await writeFileAtomically(script, `#!/bin/sh\n${exec} ${program.map(quote).join(" ")} "$@"\n`, 0o700);
}

/** Puts berth, the command line, on that PATH: it finds the gateway by the settings of the shell. */
export async function writeBerth(homeDir: string, projectDir: string): Promise<void> {
  const script = join(homeDir, "bin", "berth");
  await mkdir(join(homeDir, "bin"), { recursive: true });
  const program = [process.execPath, join(projectDir, "cli/main.ts")].map(quote).join(" ");
  const cache = `NODE_COMPILE_CACHE=${quote(compileCacheOf(homeDir))}`;
  await writeFileAtomically(script, `#!/bin/sh\n${cache} exec ${program} "$@"\n`, 0o700);
}

/** Returns where the programs of a home keep what Node made of their sources: a start costs half. Only its owner writes there. */
export function compileCacheOf(homeDir: string): string {
  return join(homeDir, "compile-cache");
}

function quote(value: string): string {
  return `'${value.replaceAll("'", String.raw`'\''`)}'`;
}
