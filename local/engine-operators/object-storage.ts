/*
 * Where the archives of databases on clusters with real nodes lie: one S3 server for all of them (versitygw, over a folder), on
 * loopback. Each cluster reaches it at the machine's address in its own network, by a Service of the cluster, and asks there for its
 * credentials, too, as pods with a role do at a cloud.
 */
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdir } from "node:fs/promises";
import { createServer as createHttpServer, type Server as HttpServer } from "node:http";
import { connect, createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { join } from "node:path";
import type { Manifest } from "../cluster/kube-access.ts";
import type { PortBook } from "../port-book.ts";
import { acceptsConnections } from "../processes/probes.ts";
import type { Supervisor } from "../processes/supervisor.ts";
import { openSecretBook } from "../secret-book.ts";
import type { ArchiveAddresses } from "./barman-image.ts";
import { answerMetadata, type Keys } from "./metadata-answers.ts";

/** Where the storage keeps what it stores, and who runs it. */
type ObjectStorageOptions = Readonly<{ dir: string; ports: PortBook; supervisor: Supervisor }>;

/** The one bucket, by the name that the platform's settings have. */
export const ARCHIVE_BUCKET = "local-archive";
const NAME = "object-storage";
const NAMESPACE = "cnpg-system";
const METADATA_PORT = 8169;

/** The same on every cluster, so that the image that asks is. */
export const ARCHIVE_ADDRESSES: ArchiveAddresses = {
  storage: `http://${NAME}.${NAMESPACE}.svc`,
  metadata: `http://${NAME}.${NAMESPACE}.svc:${METADATA_PORT}/`,
};

type Doors = Readonly<{ storage: Server; metadata: HttpServer }>;

/** Runs the storage, once, and opens it to clusters. */
export class ObjectStorage {
  readonly #options: ObjectStorageOptions;
  readonly #doors = new Map<string, Doors>();
  #running: Promise<Readonly<{ port: number; keys: Keys }>> | undefined;

  constructor(options: ObjectStorageOptions) {
    this.#options = options;
  }

  /** Opens the storage at an address of this machine and answers the objects by which the cluster there finds it. */
  async open(address: string, programsDir: string): Promise<readonly Manifest[]> {
    this.#running ??= this.#start(programsDir);
    // One that failed is tried again.
    this.#running.catch(() => (this.#running = undefined));
    const { port, keys } = await this.#running;
    const doors = this.#doors.get(address) ?? (await openDoors(address, port, keys));
    this.#doors.set(address, doors);
    return renderService(address, { storage: portOf(doors.storage), metadata: portOf(doors.metadata) });
  }

  /** Closes what was opened at an address. */
  close(address: string): void {
    const doors = this.#doors.get(address);
    this.#doors.delete(address);
    doors?.storage.close();
    doors?.metadata.close();
    doors?.metadata.closeAllConnections();
  }

  async #start(programsDir: string): Promise<Readonly<{ port: number; keys: Keys }>> {
    const { dir, ports, supervisor } = this.#options;
    const { access, secret } = await openSecretBook(join(dir, `${NAME}.json`), ["access", "secret"]);
    const keys = { accessKey: access, secretKey: secret };
    const port = await ports.take(NAME);
    const folder = join(dir, NAME);
    await mkdir(join(folder, ARCHIVE_BUCKET), { recursive: true, mode: 0o700 });
    await supervisor.start({
      name: NAME,
      command: join(programsDir, "versitygw"),
      args: ["--port", `127.0.0.1:${port}`, "posix", folder],
      env: { ROOT_ACCESS_KEY: access, ROOT_SECRET_KEY: secret, GOMAXPROCS: "1" },
      stopWave: 3,
      ready: (signal) => acceptsConnections(port, signal),
    });
    return { port, keys };
  }
}

async function openDoors(address: string, port: number, keys: Keys): Promise<Doors> {
  const storage = createServer((client) => pass(client, connect(port, "127.0.0.1"))).listen(0, address);
  const token = randomBytes(16).toString("hex");
  const metadata = createHttpServer((request, response) => {
    const { status, body } = answerMetadata(request, { keys, token, nowMs: Date.now() });
    response.writeHead(status).end(body);
  }).listen(0, address);
  await Promise.all([once(storage, "listening"), once(metadata, "listening")]);
  return { storage, metadata };
}

/** Either end takes the other along. */
function pass(one: Socket, other: Socket): void {
  one.pipe(other).pipe(one);
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    from.on("error", () => to.destroy());
    from.on("close", () => to.destroy());
  }
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}

function renderService(address: string, ports: Readonly<Record<"storage" | "metadata", number>>): readonly Manifest[] {
  const metadata = { name: NAME, namespace: NAMESPACE };
  return [
    {
      apiVersion: "v1",
      kind: "Service",
      metadata,
      spec: {
        ports: [
          { name: "storage", port: 80 },
          { name: "metadata", port: METADATA_PORT },
        ],
      },
    },
    {
      apiVersion: "discovery.k8s.io/v1",
      kind: "EndpointSlice",
      metadata: { ...metadata, labels: { "kubernetes.io/service-name": NAME } },
      addressType: "IPv4",
      endpoints: [{ addresses: [address], conditions: { ready: true } }],
      ports: Object.entries(ports).map(([name, port]) => ({ name, port, protocol: "TCP" })),
    },
  ];
}
