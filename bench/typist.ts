/*
 * Types in shells from a process of its own, as people do from machines of theirs: what measures is not what is measured.
 * `Typist` is what a bench holds of it; as a program it does what it is told by messages.
 */
import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import type { WebSocket } from "ws";
import { createKubeClient } from "../adapters/kubernetes/kube-client.ts";
import { EXEC_PROTOCOL } from "../contract/rest/pod-access.ts";
import { openSocket } from "../test/support/socket-client.ts";
import { inParallel } from "./in-parallel.ts";
import { typeKeys } from "./typing.ts";

/** By the gateway, or at the API server itself. */
export const WAYS = ["straight", "through"] as const;
export type Way = (typeof WAYS)[number];
export type Samples = Record<Way, number[]>;

/** Where shells are opened: an API server and a path there, and a URL of the gateway with a key for it. */
export type Places = Readonly<{
  straight: Readonly<{ server: string; caData?: string; token: string; path: string }>;
  through: Readonly<{ url: string; key: string }>;
}>;

type Order =
  | Readonly<{ kind: "open"; places: Places; count: number; parallel: number }>
  | Readonly<{ kind: "type"; way: Way; keys: number }>
  | Readonly<{ kind: "close" }>;

/** The process that types. */
export class Typist {
  /** In a session of its own: Linux shares processors out among these, and what is measured is to have all of its share. */
  readonly #child: ChildProcess = fork(import.meta.filename, { execArgv: [], detached: true });

  /** Opens so many shells of each way in turn; tells how long each took until it had echoed. */
  open(places: Places, count: number, parallel: number): Promise<Samples> {
    return this.#tell({ kind: "open", places, count, parallel }) as Promise<Samples>;
  }

  /** Types in all shells of one way; tells how long each echo took. */
  type(way: Way, keys: number): Promise<number[]> {
    return this.#tell({ kind: "type", way, keys }) as Promise<number[]>;
  }

  close(): Promise<unknown> {
    return this.#tell({ kind: "close" });
  }

  stop(): void {
    this.#child.kill();
  }

  async #tell(order: Order): Promise<unknown> {
    const told = new AbortController();
    const { signal } = told;
    const gone = once(this.#child, "exit", { signal }).then(() => Promise.reject(new Error("What types has ended")));
    gone.catch(() => undefined);
    try {
      const answer = once(this.#child, "message", { signal });
      this.#child.send(order);
      const [{ result, fault }] = (await Promise.race([answer, gone])) as [
        Readonly<{ result?: unknown; fault?: string }>,
      ];
      if (fault !== undefined) throw new Error(fault);
      return result;
    } finally {
      told.abort();
    }
  }
}

const shells: Record<Way, WebSocket[]> = { straight: [], through: [] };

async function obey(order: Order): Promise<unknown> {
  switch (order.kind) {
    case "open":
      return openAll(order);
    case "type":
      return typeKeys(shells[order.way], order.keys);
    case "close":
      for (const way of WAYS) for (const socket of shells[way].splice(0)) socket.terminate();
      return undefined;
  }
}

async function openAll({ places, count, parallel }: Extract<Order, { kind: "open" }>): Promise<Samples> {
  const took: Samples = { straight: [], through: [] };
  const { path, ...source } = places.straight;
  const client = createKubeClient(source);
  const { url, key } = places.through;
  const dial: Readonly<Record<Way, () => Promise<WebSocket>>> = {
    straight: () => client.dial(path, EXEC_PROTOCOL, new AbortController().signal),
    through: async () => {
      const options = { headers: { authorization: `Bearer ${key}` } };
      return (await openSocket(url, options, [EXEC_PROTOCOL])).socket;
    },
  };
  await inParallel(Array.from({ length: count * WAYS.length }), parallel, async (_, index) => {
    const way = WAYS[index % WAYS.length]!;
    const startedAtMs = performance.now();
    const socket = await dial[way]();
    socket.resume();
    // What has echoed once is open to its end.
    await typeKeys([socket], 1);
    took[way].push(performance.now() - startedAtMs);
    shells[way].push(socket);
  });
  await client.close();
  return took;
}

if (process.argv[1] === import.meta.filename) {
  process.once("disconnect", () => process.exit());
  process.on("message", (order: Order) => {
    obey(order).then(
      (result) => process.send?.({ result }),
      (error: unknown) => process.send?.({ fault: String(error) }),
    );
  });
}
