import { connect } from "node:net";

// Length 8 + protocol 3.0 + "user\0probe\0\0": enough to be asked for a password, which says that logins are served.
const user = Buffer.from("user\0probe\0\0");
const startup = Buffer.concat([Buffer.from([0, 0, 0, 8 + user.length, 0, 3, 0, 0]), user]);

/** Asks whether Postgres accepts logins; while it starts or recovers it answers an error instead of a question. */
export function acceptsLogins(port: number, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: "127.0.0.1", signal });
    socket.once("connect", () => socket.write(startup));
    socket.once("data", (answer: Buffer) => {
      socket.destroy();
      resolve(answer.toString("latin1", 0, 1) === "R");
    });
    socket.on("error", () => resolve(false));
    socket.once("close", () => resolve(false));
  });
}
