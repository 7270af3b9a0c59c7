import type { OpenSocket, SessionEnded } from "./open-socket.ts";

/** Where a tunnel leads: a port of a deployment's pod, or a database's primary server. */
export type TunnelWish = (
  Readonly<{ deployment: string; port?: number | undefined; pod?: string | undefined }> | Readonly<{ database: string }>
) &
  Readonly<{ signal?: AbortSignal | undefined }>;

/** One connection through a tunnel. */
export type Tunnel = Readonly<{
  /** What comes; take it, for who is not listened to waits. */
  data: AsyncGenerator<Uint8Array<ArrayBuffer>, void>;
  /** Sends bytes, once there is room. */
  write: (bytes: Uint8Array) => Promise<void>;
  close: () => void;
  /** Resolves with how it ended: code 1000 where one side has closed it. */
  closed: Promise<SessionEnded>;
}>;

export const TUNNEL_PROTOCOL = "tunnel.berth.dev";

/** Writes the path and the query of a tunnel. */
export function tunnelTarget(wish: TunnelWish): Readonly<{ path: string; query: Record<string, unknown> }> {
  if ("database" in wish) return { path: `/databases/${encodeURIComponent(wish.database)}/port-forward`, query: {} };
  const { deployment, port, pod } = wish;
  return { path: `/deployments/${encodeURIComponent(deployment)}/port-forward`, query: { port, pod } };
}

/** Makes a tunnel of its socket. */
export function toTunnel(socket: OpenSocket): Tunnel {
  return {
    data: socket.messages(),
    write: (bytes) => socket.send(bytes),
    close: () => socket.close(),
    closed: socket.closed,
  };
}
