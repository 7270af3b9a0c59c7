/*
 * Numbers of clusters, of which two platforms of one machine never hold the same. The routes of a number come only with its network, a
 * while after it was chosen; what holds it until then is a socket in the kernel's own list of names. That list belongs to the network
 * that the routes are in, gives a name to one who asks, and takes it back when the process ends, however that ends.
 */
import { readFile } from "node:fs/promises";
import { createServer, type Server } from "node:net";
import { chooseClusterNumber, deriveClusterNetwork } from "./network-plan.ts";

type Options = Readonly<{
  /** Answers the content of /proc/net/route. */
  readRoutes?: () => Promise<string>;
  /** Stands before the names of the sockets. */
  prefix?: string;
}>;

/** Chooses and holds the numbers of this process's clusters. */
export class ClusterNumbers {
  readonly #readRoutes: () => Promise<string>;
  readonly #prefix: string;
  readonly #held = new Map<number, Server>();

  constructor({ readRoutes = readKernelRoutes, prefix = "berth-network" }: Options = {}) {
    this.#readRoutes = readRoutes;
    this.#prefix = prefix;
  }

  /** Chooses the number of a new cluster beside those that are taken; what is held beside them was chosen for none that came to be. */
  async choose(taken: readonly number[]): Promise<number> {
    for (const number of this.#held.keys()) if (!taken.includes(number)) this.#release(number);
    const refused: number[] = [];
    for (;;) {
      const number = chooseClusterNumber([...taken, ...refused], await this.#readRoutes());
      if (await this.#claim(number)) return number;
      refused.push(number);
    }
  }

  /** Holds the number that a cluster has from an earlier run. */
  async hold(number: number): Promise<void> {
    if (this.#held.has(number) || (await this.#claim(number))) return;
    const { subnet } = deriveClusterNetwork(number);
    throw new Error(
      `Another platform on this machine uses ${subnet}, the addresses of this cluster: stop that platform, or delete this cluster`,
    );
  }

  /** Lets go of all that is held. */
  close(): void {
    for (const number of [...this.#held.keys()]) this.#release(number);
  }

  /** False where somebody else holds it. */
  #claim(number: number): Promise<boolean> {
    const server = createServer((socket) => socket.destroy());
    return new Promise((resolve, reject) => {
      server.on("error", (error: NodeJS.ErrnoException) =>
        error.code === "EADDRINUSE" ? resolve(false) : reject(error),
      );
      server.listen(`\0${this.#prefix}-${number}`, () => {
        server.unref();
        this.#held.set(number, server);
        resolve(true);
      });
    });
  }

  #release(number: number): void {
    this.#held.get(number)?.close();
    this.#held.delete(number);
  }
}

function readKernelRoutes(): Promise<string> {
  return readFile("/proc/net/route", "utf8");
}
