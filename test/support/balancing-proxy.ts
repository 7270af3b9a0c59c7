import { createServer, request as forward, Agent, type IncomingMessage, type ServerResponse } from "node:http";
import { hangUp, listen } from "./listen.ts";

/** Stands before several gateways as a load balancer does: in turn, to those that are ready, over connections it keeps. */
export type BalancingProxy = Readonly<{
  url: string;
  /** Counts answers by backend. */
  served: ReadonlyMap<string, number>;
  /** Names the backends that are ready now. */
  ready: () => readonly string[];
  close: () => Promise<void>;
}>;

const LOOK_EVERY_MS = 100;

/** Starts one; nothing is ever sent twice, so a request that a backend drops is a failed request. */
export async function startBalancingProxy(backends: readonly string[]): Promise<BalancingProxy> {
  const agent = new Agent({ keepAlive: true });
  const served = new Map<string, number>(backends.map((backend) => [backend, 0]));
  const ready = new Set<string>();
  let turn = 0;
  let isClosing = false;
  const look = async (backend: string): Promise<void> => {
    const answer = await fetch(`${backend}/readyz`, { signal: AbortSignal.timeout(5_000) }).catch(() => undefined);
    await answer?.arrayBuffer();
    if (answer?.status === 200) ready.add(backend);
    else ready.delete(backend);
    if (!isClosing)
      timers.set(
        backend,
        setTimeout(() => void look(backend), LOOK_EVERY_MS),
      );
  };
  const timers = new Map<string, NodeJS.Timeout>();
  const server = createServer((incoming, outgoing) => {
    const among = [...ready];
    turn += 1;
    const backend = among[turn % among.length];
    if (backend === undefined) outgoing.writeHead(502).end("no backend is ready");
    else
      pass({ backend, agent, onServed: () => served.set(backend, (served.get(backend) ?? 0) + 1) }, incoming, outgoing);
  });
  const port = await listen(server);
  await Promise.all(backends.map(look));
  return {
    url: `http://127.0.0.1:${port}`,
    served,
    ready: () => [...ready],
    close: async () => {
      isClosing = true;
      for (const timer of timers.values()) clearTimeout(timer);
      agent.destroy();
      await hangUp(server);
    },
  };
}

type Way = Readonly<{ backend: string; agent: Agent; onServed: () => void }>;

function pass({ backend, agent, onServed }: Way, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const { method, headers, url = "/" } = incoming;
  const refuse = (): void => {
    if (outgoing.headersSent) outgoing.destroy();
    else outgoing.writeHead(502).end("the backend dropped the request");
  };
  const onward = forward(`${backend}${url}`, { agent, method, headers }, (answer) => {
    // Hop by hop: the connection to the backend ends, the client's need not.
    const kept = Object.entries(answer.headers).filter(([name]) => name !== "connection");
    outgoing.writeHead(answer.statusCode ?? 502, Object.fromEntries(kept));
    answer.on("error", refuse).on("end", onServed).pipe(outgoing);
  });
  onward.on("error", refuse);
  incoming.pipe(onward);
}
