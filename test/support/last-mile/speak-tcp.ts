import { connect } from "node:net";

const TIMEOUT_MS = 5_000;

/** Says something on a connection of its own, and answers all that comes until the other side ends it. */
export function speakTcp(host: string, port: number, said: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, timeout: TIMEOUT_MS });
    let heard = "";
    socket.setEncoding("utf8").on("data", (piece: string) => (heard += piece));
    socket.on("timeout", () => socket.destroy(new Error(`nothing came from ${host}:${port}`)));
    socket.on("error", reject).on("close", () => resolve(heard));
    socket.write(said);
  });
}
