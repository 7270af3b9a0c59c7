import type { Server } from "node:http";

/** Keeps one server at each of this machine's addresses in the networks of clusters: what nodes can reach of it. */
export class AddressServers {
  readonly #begin: (address: string) => Promise<Server>;
  readonly #servers = new Map<string, Promise<Server>>();

  constructor(begin: (address: string) => Promise<Server>) {
    this.#begin = begin;
  }

  /** Answers the server at an address, begun by the first who asks. */
  async serve(address: string): Promise<Server> {
    const server = this.#servers.get(address) ?? this.#begin(address);
    this.#servers.set(address, server);
    // Who asks again after a failure tries again.
    return server.catch((error: unknown) => {
      if (this.#servers.get(address) === server) this.#servers.delete(address);
      throw error;
    });
  }

  /** Ends what was started at an address. */
  async close(address: string): Promise<void> {
    const begun = this.#servers.get(address);
    this.#servers.delete(address);
    const server = await begun?.catch(() => undefined);
    server?.close();
    server?.closeAllConnections();
  }

  /** Ends every server. */
  async closeAll(): Promise<void> {
    for (const address of this.#servers.keys()) await this.close(address);
  }
}
