import { randomInt } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createServer } from "node:net";
import { writeFileAtomically } from "./atomic-file.ts";

// Below the ranges from which systems take the local ends of outgoing connections, which would steal a remembered port.
const portFirst = 18_000;
const portLast = 30_000;
/** Between the two books a few are left for whatever needs one that is always the same. */
const fixed = { first: 24_000, last: 24_500 };

/** A range of ports, the last one excluded; books that are used side by side take different ones. */
export type PortRange = Readonly<{ first: number; last: number }>;

/** Names the range for the clusters of the simulated cloud. */
export const CLOUD_PORTS: PortRange = { first: fixed.last, last: portLast };

/** Gives each name a free port and remembers it, so that addresses in kubeconfigs stay valid over restarts. */
export class PortBook {
  readonly #path: string;
  readonly #range: PortRange;
  #ports: Record<string, number> | undefined;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(path: string, range: PortRange = { first: portFirst, last: fixed.first }) {
    this.#path = path;
    this.#range = range;
  }

  /** Answers the remembered port if it is free, else a new one. */
  take(name: string): Promise<number> {
    return this.#inTurn(async (ports) => {
      const remembered = ports[name];
      if (remembered !== undefined && (await isFree(remembered))) return remembered;
      const port = await chooseFree(this.#range, new Set(Object.values(ports)));
      await this.#write({ ...ports, [name]: port });
      return port;
    });
  }

  /** Forgets names that are no longer used. */
  forget(names: readonly string[]): Promise<void> {
    return this.#inTurn((ports) =>
      this.#write(Object.fromEntries(Object.entries(ports).filter(([name]) => !names.includes(name)))),
    );
  }

  #inTurn<T>(work: (ports: Record<string, number>) => Promise<T>): Promise<T> {
    const done = this.#turn.then(async () => work((this.#ports ??= await readPorts(this.#path))));
    this.#turn = done.catch(() => undefined);
    return done;
  }

  async #write(ports: Record<string, number>): Promise<void> {
    this.#ports = ports;
    await writeFileAtomically(this.#path, `${JSON.stringify(ports, null, 2)}\n`);
  }
}

/** Asks whether a loopback port can be listened on. */
export function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.on("error", () => resolve(false));
    server.listen({ port, host: "127.0.0.1" }, () => server.close(() => resolve(true)));
  });
}

/** Finds a free port of a range that is not taken yet. */
export async function chooseFree({ first, last }: PortRange, taken: ReadonlySet<number>): Promise<number> {
  for (let tries = 0; tries < 200; tries += 1) {
    const port = randomInt(first, last);
    if (!taken.has(port) && (await isFree(port))) return port;
  }
  throw new Error(`No free port between ${first} and ${last} was found`);
}

async function readPorts(path: string): Promise<Record<string, number>> {
  try {
    return JSON.parse(await readFile(path, "utf8")) as Record<string, number>;
  } catch {
    return {};
  }
}
