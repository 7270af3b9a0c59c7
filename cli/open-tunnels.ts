import { createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Berth, TunnelWish } from "../client/main.ts";

/** A port of this machine, behind which each connection is a tunnel. */
export type LocalPort = Readonly<{ port: number; close: () => Promise<void> }>;

/** Listens here, for this machine only; what a connection ends with beside its data is told. */
export async function openTunnels(
  { berth, signal, tell }: Readonly<{ berth: Berth; signal: AbortSignal; tell: (text: string) => void }>,
  wish: TunnelWish,
  localPort: number,
): Promise<LocalPort> {
  const open = new Set<Socket>();
  // A tunnel that is still opening has no socket's end to hear of.
  const closing = new AbortController();
  const ends = AbortSignal.any([signal, closing.signal]);
  const server = createServer((socket) => {
    open.add(socket);
    socket.once("close", () => open.delete(socket));
    socket.on("error", () => socket.destroy());
    join(socket, berth, { ...wish, signal: ends }).catch((fault: unknown) => {
      socket.destroy();
      if (!ends.aborted) tell(fault instanceof Error ? fault.message : String(fault));
    });
  });
  await listen(server, localPort);
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      closing.abort();
      for (const socket of open) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

async function join(socket: Socket, berth: Berth, wish: TunnelWish): Promise<void> {
  const tunnel = await berth.tunnel(wish);
  socket.once("close", () => tunnel.close());
  const sending = (async () => {
    for await (const chunk of socket as AsyncIterable<Buffer>) await tunnel.write(chunk);
  })();
  // Either side may end it first; how the tunnel did is what counts.
  sending.catch(() => undefined);
  await pipeline(Readable.from(tunnel.data), socket).catch(() => undefined);
  const ended = await tunnel.closed;
  if (ended.code !== 1000 && ended.reason !== "connection_lost") throw ended;
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.on("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
}
