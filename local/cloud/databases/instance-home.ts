import { randomBytes } from "node:crypto";
import { mkdir, readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { writeFileAtomically } from "../../atomic-file.ts";
import type { PortBook } from "../../port-book.ts";
import type { Supervisor } from "../../processes/supervisor.ts";
import { InstanceManager } from "./instance-manager.ts";
import type { OpenedInstance } from "./postgres-instance.ts";
import { PostgresServer } from "./postgres-server.ts";

const record = z.strictObject({ uid: z.string(), cluster: z.string() });

/** Whose data a folder holds: the uid of the tenant's Cluster object and the handle of its cluster. */
type InstanceRecord = Readonly<z.infer<typeof record>>;

type HomeOptions = Readonly<{ dir: string; ports: PortBook; supervisor: Supervisor }>;

/** Keeps the folders of all servers, each named by the uid of the object that asked for it: no name leads to another's data. */
export class InstanceHome {
  readonly #options: HomeOptions;
  #password: Promise<string> | undefined;

  constructor(options: HomeOptions) {
    this.#options = options;
  }

  /** Lists the servers of a cluster that have a folder, also those of an earlier run. */
  async list(cluster: string): Promise<readonly InstanceRecord[]> {
    const names = await readdir(this.#root).catch(() => []);
    const read = names.map((name) => readFile(join(this.#root, name, "instance.json"), "utf8").catch(() => undefined));
    return (await Promise.all(read))
      .filter((text) => text !== undefined)
      .map((text) => record.parse(JSON.parse(text)))
      .filter((found) => found.cluster === cluster);
  }

  /** Opens the folder of a server, made when it is not there, with its status port. */
  async open(instance: InstanceRecord): Promise<OpenedInstance> {
    const server = await this.#openServer(instance);
    return { server, manager: new InstanceManager(server, await this.#options.ports.take(statusPortName(instance))) };
  }

  async #openServer(instance: InstanceRecord): Promise<PostgresServer> {
    const dir = join(this.#root, instance.uid);
    await mkdir(dir, { recursive: true, mode: 0o700 });
    await writeFileAtomically(join(dir, "instance.json"), JSON.stringify(instance));
    return PostgresServer.open({
      name: `${instance.cluster}-postgres-${instance.uid.slice(0, 13)}`,
      dir,
      port: await this.#options.ports.take(portName(instance)),
      password: await this.#readPassword(),
      supervisor: this.#options.supervisor,
    });
  }

  /** Stops a server and forgets all of it. */
  async remove(instance: InstanceRecord): Promise<void> {
    await (await this.#openServer(instance)).destroy();
    await this.#options.ports.forget([portName(instance), statusPortName(instance)]);
  }

  get #root(): string {
    return join(this.#options.dir, "databases");
  }

  #readPassword(): Promise<string> {
    this.#password ??= readOrMake(join(this.#options.dir, "database-superuser"));
    return this.#password;
  }
}

function portName({ uid }: InstanceRecord): string {
  return `${uid}-postgres`;
}

function statusPortName({ uid }: InstanceRecord): string {
  return `${uid}-status`;
}

async function readOrMake(path: string): Promise<string> {
  const known = await readFile(path, "utf8").catch(() => undefined);
  if (known !== undefined) return known;
  const made = randomBytes(24).toString("base64url");
  await writeFileAtomically(path, made);
  return made;
}
