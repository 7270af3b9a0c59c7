import { connect } from "node:net";
import { request } from "node:http";

/** Asks whether something accepts connections on a loopback port. */
export function acceptsConnections(port: number, signal: AbortSignal, host = "127.0.0.1"): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host, signal });
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.on("error", () => resolve(false));
  });
}

/** Asks whether a plain-HTTP address on loopback answers 2xx. */
export function answersOk(url: string, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const asked = request(url, { signal, agent: false }, (response) => {
      response.resume();
      const status = response.statusCode ?? 0;
      resolve(status >= 200 && status < 300);
    });
    asked.on("error", () => resolve(false));
    asked.end();
  });
}
