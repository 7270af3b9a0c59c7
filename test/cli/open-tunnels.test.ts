import { connect } from "node:net";
import { expect } from "chai";
import { openTunnels } from "../../cli/open-tunnels.ts";
import type { Berth, TunnelWish } from "../../client/main.ts";

describe("tunnels", () => {
  it("that are still opening end with their port: nothing is left that a command would wait for", async () => {
    const asked = Promise.withResolvers<AbortSignal>();
    const tunnel = ({ signal }: TunnelWish): Promise<never> => {
      if (signal !== undefined) asked.resolve(signal);
      return new Promise(() => undefined);
    };
    const means = {
      berth: { tunnel } as unknown as Berth,
      signal: new AbortController().signal,
      tell: () => undefined,
    };
    const { port, close } = await openTunnels(means, { database: "d" }, 0);
    const socket = connect(port, "127.0.0.1").on("error", () => undefined);
    const signal = await asked.promise;
    expect(signal.aborted).to.equal(false);
    await close();
    socket.destroy();
    expect(signal.aborted).to.equal(true);
  });
});
