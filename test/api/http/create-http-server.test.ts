import type { AddressInfo } from "node:net";
import { expect } from "chai";
import { createHttpServer } from "../../../api/http/create-http-server.ts";

describe("the server of the REST interface", () => {
  it("calls who comes by IPv4 by that address, though it listens on both", async () => {
    const server = createHttpServer((request, response) => response.end(request.socket.remoteAddress));
    await new Promise<void>((resolve) => server.listen(0, "::", resolve));
    try {
      const { port } = server.address() as AddressInfo;
      const [four, six] = await Promise.all(
        ["127.0.0.1", "[::1]"].map(async (host) => (await fetch(`http://${host}:${port}/`)).text()),
      );
      expect([four, six]).to.deep.equal(["127.0.0.1", "::1"]);
    } finally {
      await new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      });
    }
  });
});
