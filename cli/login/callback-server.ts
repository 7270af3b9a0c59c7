import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { UsageError } from "../output/explain-fault.ts";

/** Where the browser comes back to. */
type CallbackServer = Readonly<{
  port: number;
  /** Waits for the answer to the request that has this state. */
  arrival: (state: string, signal: AbortSignal) => Promise<URL>;
  close: () => void;
}>;

const PATIENCE_MS = 300_000;
const DONE = "You are signed in, or the terminal says why not. You can close this page.";

/** Listens on a port of this machine alone, for one answer. */
export async function listenForCallback(): Promise<CallbackServer> {
  const heard = Promise.withResolvers<URL>();
  // Who has the answer from elsewhere waits no more.
  heard.promise.catch(() => undefined);
  let awaited: string | undefined;
  let late: NodeJS.Timeout | undefined;
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://127.0.0.1");
    // Any page may send a browser here: only the state tells that the answer is to this request.
    const isOurs = url.pathname === "/callback" && awaited !== undefined && url.searchParams.get("state") === awaited;
    answer(response, isOurs ? 200 : 404, isOurs ? DONE : "Nothing is here.");
    if (isOurs) heard.resolve(new URL(`${url.pathname}${url.search}`, `http://127.0.0.1:${portOf(server.address())}`));
  });
  await new Promise<void>((resolve, reject) => {
    server.on("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  return {
    port: portOf(server.address()),
    arrival: (state, signal) => {
      awaited = state;
      late = setTimeout(() => heard.reject(new UsageError("Nobody signed in within five minutes.")), PATIENCE_MS);
      signal.addEventListener("abort", () => heard.reject(signal.reason as Error), { once: true });
      return heard.promise;
    },
    close: () => {
      clearTimeout(late);
      server.close();
      server.closeAllConnections();
    },
  };
}

function portOf(address: ReturnType<ReturnType<typeof createServer>["address"]>): number {
  return (address as AddressInfo).port;
}

function answer(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, {
    "content-type": "text/plain; charset=utf-8",
    "cache-control": "no-store",
    connection: "close",
  });
  response.end(text);
}
