import { connect, createServer, type Socket } from "node:net";
import type { AddressInfo } from "node:net";
import { listen } from "../listen.ts";

/** What a link does to its connections: `blackhole` keeps them and lets nothing through, `reset` breaks and refuses them. */
export type LinkState =
  Readonly<{ kind: "open" | "blackhole" | "reset" }> | Readonly<{ kind: "slow"; delayMs: number }>;

type Pair = Readonly<{ client: Socket; server: Socket }>;

const OPEN: LinkState = { kind: "open" };

/** Stands between one process and one of its dependencies, and fails as a network does. */
export class TcpLink {
  readonly name: string;
  /** Counts connections, so that a fault on a link that nobody uses is seen. */
  connections = 0;
  readonly #target: number;
  readonly #pairs = new Set<Pair>();
  readonly #server = createServer({ pauseOnConnect: true }, (client) => this.#accept(client));
  readonly #waiting = new Set<() => void>();
  #state: LinkState = OPEN;

  private constructor(name: string, target: number) {
    this.name = name;
    this.#target = target;
  }

  /** Opens a link to a port of loopback. */
  static async open(name: string, target: number): Promise<TcpLink> {
    const link = new TcpLink(name, target);
    await listen(link.#server);
    return link;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Counts the connections that stand now. */
  get standing(): number {
    return this.#pairs.size;
  }

  set(state: LinkState): void {
    this.#state = state;
    if (state.kind === "reset") this.#breakAll();
    if (state.kind === "blackhole") return;
    for (const go of this.#waiting) go();
    this.#waiting.clear();
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    this.#breakAll();
    await closed;
  }

  #accept(client: Socket): void {
    this.connections += 1;
    if (this.#state.kind === "reset") {
      client.resetAndDestroy();
      return;
    }
    const server = connect(this.#target, "127.0.0.1");
    const pair = { client, server };
    this.#pairs.add(pair);
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      from.setNoDelay(true);
      from.on("error", () => undefined);
      from.once("close", () => {
        this.#pairs.delete(pair);
        if (from.readableEnded) to.end();
        else to.destroy();
      });
      void this.#carry(from, to);
    }
    client.resume();
  }

  /** What a connection held back when its client left never arrives: a late write must not come after newer ones. */
  async #carry(from: Socket, to: Socket): Promise<void> {
    try {
      for await (const chunk of from as AsyncIterable<Buffer>) {
        await this.#delay();
        if (to.destroyed || from.errored !== null) return;
        if (!to.write(chunk)) await new Promise((resolve) => to.once("drain", resolve).once("close", resolve));
      }
      to.end();
    } catch {
      to.destroy();
    }
  }

  async #delay(): Promise<void> {
    while (this.#state.kind === "blackhole") await new Promise<void>((resolve) => this.#waiting.add(resolve));
    const { delayMs } = this.#state as { delayMs?: number };
    if (delayMs !== undefined) await new Promise((resolve) => setTimeout(resolve, delayMs));
  }

  #breakAll(): void {
    for (const { client, server } of this.#pairs) {
      client.resetAndDestroy();
      server.resetAndDestroy();
    }
  }
}
