import { once } from "node:events";
import { readFile } from "node:fs/promises";
import type { RegistryWay } from "../nodes/node-config.ts";
import { createFront } from "../registry/front.ts";
import type { NodeRegistrySettings } from "../registry/settings.ts";
import { AddressServers } from "./address-servers.ts";

/** Lets nodes reach the platform's registry: it has a front of its own at the machine's address in each cluster's network. */
export class NodeRegistry {
  readonly #settings: NodeRegistrySettings;
  readonly #fronts = new AddressServers((address) => this.#begin(address));

  constructor(settings: NodeRegistrySettings) {
    this.#settings = settings;
  }

  /** Answers how nodes get there by an address of this machine; the first that asks opens it. */
  async serve(address: string): Promise<RegistryWay> {
    await this.#fronts.serve(address);
    const { host, name, port, caFile } = this.#settings;
    return { host, name, port, address, caFile };
  }

  /** Ends what was started at an address. */
  close(address: string): Promise<void> {
    return this.#fronts.close(address);
  }

  /** Ends every front. */
  closeAll(): Promise<void> {
    return this.#fronts.closeAll();
  }

  async #begin(address: string): ReturnType<AddressServers["serve"]> {
    const { keyFile, certificateFile, port, distributionUrl, gatewayUrl } = this.#settings;
    const [key, cert] = await Promise.all([readFile(keyFile, "utf8"), readFile(certificateFile, "utf8")]);
    const front = createFront({ key, cert, distributionUrl, gatewayUrl }).listen(port, address);
    await once(front, "listening");
    return front;
  }
}
