import { once } from "node:events";
import type { Server } from "node:http";
import { createMirror } from "./mirror.ts";
import type { ImageStore } from "./image-store.ts";

const PORT = 5000;

/** Serves a store's images at as many addresses of this machine as there are clusters. */
export class ImageMirrors {
  readonly #store: ImageStore;
  readonly #servers = new Map<string, Promise<Server>>();

  constructor(store: ImageStore) {
    this.#store = store;
  }

  /** Answers the URL of the mirror at an address, begun by the first who asks. */
  async serve(address: string): Promise<string> {
    const server = this.#servers.get(address) ?? this.#listen(address);
    this.#servers.set(address, server);
    // Who asks again after a failure tries again.
    await server.catch(() => this.#servers.delete(address));
    await server;
    return `http://${address}:${PORT}`;
  }

  /** Ends all of them. */
  async close(): Promise<void> {
    for (const server of this.#servers.values()) (await server.catch(() => undefined))?.close();
    this.#servers.clear();
  }

  async #listen(address: string): Promise<Server> {
    const server = createMirror(this.#store).listen(PORT, address);
    await once(server, "listening");
    return server;
  }
}
