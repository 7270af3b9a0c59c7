import { randomBytes } from "node:crypto";
import { mkdir } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import type { KubeClient } from "../../../adapters/kubernetes/kube-client.ts";
import { findGoPrograms } from "../../../local/binaries/go-programs.ts";
import { loadLocalConfig } from "../../../local/config.ts";
import { ENGINE_PROGRAMS } from "../../../local/engine-operators/programs.ts";
import { applyAll } from "../apply-all.ts";
import { runToEnd } from "../embedded-binaries.ts";
import { eventually } from "../eventually.ts";
import { freePort } from "../free-ports.ts";
import { runGuarded, type Guarded } from "../guarded-process.ts";

/** An S3 server with one bucket, which pods reach by the name of a Service. */
export type BackupStorage = Readonly<{
  /** The folder in which the bucket's objects are files. */
  bucketDir: string;
  /** A file of AWS credentials. */
  keys: string;
  start: () => Promise<void>;
  stop: () => Promise<void>;
}>;

/** What the storage is called by everybody. */
export const STORAGE = { bucket: "backups", endpoint: "http://backups.velero.svc" } as const;

/** Has the server built where it is missing. */
export async function findStorageProgram(): Promise<string> {
  const { cacheDir } = loadLocalConfig();
  const report = (line: string): void => console.log(`    ${line}`);
  const options = { cacheDir, run: runToEnd, report, only: ["versitygw"] };
  return join(await findGoPrograms(ENGINE_PROGRAMS, options), "versitygw");
}

/** Starts an S3 server at an address of this machine that the cluster's pods reach, and opens it to them. */
export async function startBackupStorage(
  tenant: KubeClient,
  { dir, address, program }: Readonly<{ dir: string; address: string; program: string }>,
): Promise<BackupStorage> {
  const [access, secret] = [randomBytes(10).toString("hex"), randomBytes(20).toString("hex")];
  const port = await freePort();
  const folder = join(dir, "backup-storage");
  const bucketDir = join(folder, STORAGE.bucket);
  await mkdir(bucketDir, { recursive: true });
  const env = [`ROOT_ACCESS_KEY=${access}`, `ROOT_SECRET_KEY=${secret}`, "GOMAXPROCS=1"];
  const flags = [...env, program, "--port", `${address}:${port}`, "posix", folder];
  let server: Guarded | undefined;
  const start = async (): Promise<void> => {
    server = runGuarded({ command: "env", flags, cwd: dir });
    await eventually(() => answers(address, port));
  };
  await start();
  await applyAll(tenant, renderService(address, port));
  const keys = `[default]\naws_access_key_id = ${access}\naws_secret_access_key = ${secret}\n`;
  return { bucketDir, keys, start, stop: async () => server?.kill() };
}

function answers(address: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, address, () => {
      socket.destroy();
      resolve();
    });
    socket.on("error", reject);
  });
}

function renderService(address: string, port: number) {
  const metadata = { name: STORAGE.bucket, namespace: "velero" };
  return [
    { apiVersion: "v1", kind: "Namespace", metadata: { name: "velero" } },
    { apiVersion: "v1", kind: "Service", metadata, spec: { ports: [{ name: "s3", port: 80 }] } },
    {
      apiVersion: "discovery.k8s.io/v1",
      kind: "EndpointSlice",
      metadata: { ...metadata, labels: { "kubernetes.io/service-name": metadata.name } },
      addressType: "IPv4",
      endpoints: [{ addresses: [address], conditions: { ready: true } }],
      ports: [{ name: "s3", port, protocol: "TCP" }],
    },
  ];
}
