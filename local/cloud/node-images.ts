import { once } from "node:events";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { Run } from "../binaries/go-build.ts";
import { ImageStore } from "../images/image-store.ts";
import { createMirror } from "../images/mirror.ts";
import { makePauseImage } from "../images/tour-images.ts";
import { AddressServers } from "./address-servers.ts";

/** The place where the images of this machine are kept, and by what the one that every pod needs is made. */
type NodeImagesOptions = Readonly<{ cacheDir: string; run: Run; report: (line: string) => void }>;

/** Serves the images of this machine to the nodes of each cluster, at the machine's address in that cluster's network. */
export class NodeImages {
  readonly #options: NodeImagesOptions;
  readonly store: ImageStore;
  readonly #mirrors = new AddressServers((address) => this.#begin(address));

  constructor(options: NodeImagesOptions) {
    this.#options = options;
    this.store = new ImageStore(join(options.cacheDir, "images"));
  }

  /** Answers the mirror at an address of this machine, begun by the first who asks. */
  async serve(address: string): Promise<string> {
    return urlOf(await this.#mirrors.serve(address));
  }

  /** Ends what was started at an address. */
  close(address: string): Promise<void> {
    return this.#mirrors.close(address);
  }

  /** Ends every mirror. */
  closeAll(): Promise<void> {
    return this.#mirrors.closeAll();
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
