import { generateKeyPairSync } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { readRegistryTokenKey } from "../../adapters/registry/registry-token-key.ts";
import { writeFileAtomically } from "../atomic-file.ts";
import { answersOk } from "../processes/probes.ts";
import { ensureCertificates, type CertificateFiles } from "../registry/certificates.ts";
import type { NodeRegistrySettings, RegistrySettings } from "../registry/settings.ts";
import type { StackContext } from "./context.ts";

/** How to reach the embedded registry, and what the gateway needs to issue its tokens. */
export type RegistryAccess = Readonly<{
  /** Host and port, as the names of images begin. */
  host: string;
  port: number;
  certificates: CertificateFiles;
  tokenKey: string;
  storageUrl: string;
  storagePort: number;
  distributionPort: number;
}>;

/** By which nodes know it: their own localhost is another. */
const NODES_NAME = "registry.localhost";
/** Names that its certificate is made out for. */
const HOSTS = ["localhost", NODES_NAME, "127.0.0.1"];
const ADDRESSES = ["127.0.0.1"];

/** Chooses where the registry will be, so that the gateway need not wait for it; undefined where people brought Harbor. */
export async function chooseRegistry({ homeDir, ports, config }: StackContext): Promise<RegistryAccess | undefined> {
  if (config.sharedEnv["BERTH_HARBOR_URL"] !== undefined) return undefined;
  const dir = join(homeDir, "registry");
  const [port, storagePort] = [await ports.take("registry"), await ports.take("registry-storage")];
  return {
    host: `localhost:${port}`,
    port,
    certificates: await ensureCertificates(dir, HOSTS),
    tokenKey: await ensureTokenKey(join(dir, "token-key.pem")),
    storageUrl: `http://127.0.0.1:${storagePort}`,
    storagePort,
    distributionPort: await ports.take("registry-distribution"),
  };
}

/** Picks what the simulated cloud needs, so that its nodes reach the registry; undefined where there is none. */
export function nodeRegistryOf(of: {
  registry?: RegistryAccess;
  gateway?: Readonly<{ port: number }>;
}): NodeRegistrySettings | undefined {
  if (of.registry === undefined || of.gateway === undefined) return undefined;
  const { host, port, certificates, distributionPort } = of.registry;
  return {
    host,
    name: NODES_NAME,
    port,
    ...certificates,
    distributionUrl: `http://127.0.0.1:${distributionPort}`,
    gatewayUrl: `http://127.0.0.1:${of.gateway.port}`,
  };
}

/** Names the settings of the gateway that make the registry its own. */
export function gatewaySettingsOf(access: RegistryAccess | undefined, storageToken: string): Record<string, string> {
  if (access === undefined) return {};
  return {
    BERTH_REGISTRY_URL: `https://${access.host}`,
    BERTH_REGISTRY_TOKEN_KEY: access.tokenKey,
    BERTH_REGISTRY_STORAGE_URL: access.storageUrl,
    BERTH_REGISTRY_STORAGE_TOKEN: storageToken,
  };
}

/** Starts the registry at the place that was chosen; clients fetch their tokens from the gateway through it. */
export async function startRegistry(
  { homeDir, projectDir, secrets, binaries, supervisor, report }: StackContext,
  access: RegistryAccess,
  gatewayPort: number,
): Promise<void> {
  const dir = join(homeDir, "registry");
  const jwksFile = join(dir, "jwks.json");
  await writeFileAtomically(jwksFile, JSON.stringify(readRegistryTokenKey(access.tokenKey)?.jwks));
  const settings: RegistrySettings = {
    dir,
    binary: await binaries("registry"),
    port: access.port,
    addresses: ADDRESSES,
    keyFile: access.certificates.keyFile,
    certificateFile: access.certificates.certificateFile,
    host: access.host,
    jwksFile,
    gatewayUrl: `http://127.0.0.1:${gatewayPort}`,
    distributionPort: access.distributionPort,
    storagePort: access.storagePort,
    storageToken: secrets.registryStorage,
  };
  const settingsFile = join(dir, "settings.json");
  await writeFileAtomically(settingsFile, JSON.stringify(settings));
  await supervisor.start({
    name: "registry",
    command: process.execPath,
    args: [join(projectDir, "local/registry/main.ts"), settingsFile],
    stopWave: 1,
    ready: (signal) => answersOk(`${access.storageUrl}/healthz`, signal),
  });
  report("registry: ready");
}

async function ensureTokenKey(file: string): Promise<string> {
  const known = await readFile(file, "utf8").catch(() => "");
  if (readRegistryTokenKey(known) !== undefined) return known;
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const made = privateKey.export({ type: "pkcs8", format: "pem" });
  await writeFileAtomically(file, made);
  return made;
}
