import { once } from "node:events";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { Run } from "../binaries/go-build.ts";
import { ImageStore } from "../images/image-store.ts";
import { createMirror } from "../images/mirror.ts";
import { makePauseImage } from "../images/tour-images.ts";

/** The place where the images of this machine are kept, and by what the one that every pod needs is made. */
export type NodeImagesOptions = Readonly<{ cacheDir: string; run: Run; report: (line: string) => void }>;

/** Serves the images of this machine to the nodes of each cluster, at the machine's address in that cluster's network. */
export class NodeImages {
  readonly #options: NodeImagesOptions;
  readonly store: ImageStore;
  readonly #mirrors = new Map<string, Promise<Server>>();

  constructor(options: NodeImagesOptions) {
    this.#options = options;
    this.store = new ImageStore(join(options.cacheDir, "images"));
  }

  /** Answers the mirror at an address of this machine, begun by the first who asks. */
  async serve(address: string): Promise<string> {
    const mirror = this.#mirrors.get(address) ?? this.#begin(address);
    this.#mirrors.set(address, mirror);
    // Who asks again after a failure tries again.
    return urlOf(await mirror.catch((error: unknown) => this.#forget(address, mirror, error)));
  }

  /** Ends what was started at an address. */
  async close(address: string): Promise<void> {
    const mirror = this.#mirrors.get(address);
    this.#mirrors.delete(address);
    const server = await mirror?.catch(() => undefined);
    server?.close();
    server?.closeAllConnections();
  }

  /** Ends every mirror. */
  async closeAll(): Promise<void> {
    for (const address of this.#mirrors.keys()) await this.close(address);
  }

  #forget(address: string, mirror: Promise<Server>, error: unknown): never {
    if (this.#mirrors.get(address) === mirror) this.#mirrors.delete(address);
    throw error;
  }

  async #begin(address: string): Promise<Server> {
    await this.#makePause();
    const server = createMirror(this.store);
    server.listen(0, address);
    await once(server, "listening");
    return server;
  }

  async #makePause(): Promise<void> {
    const { cacheDir, run, report } = this.#options;
    await mkdir(cacheDir, { recursive: true });
    const workDir = await mkdtemp(join(cacheDir, ".images-"));
    try {
      await makePauseImage({ store: this.store, workDir, run, report });
    } finally {
      await rm(workDir, { recursive: true, force: true });
    }
  }
}

function urlOf(server: Server): string {
  const { address, port } = server.address() as AddressInfo;
  return `http://${address}:${port}`;
}
