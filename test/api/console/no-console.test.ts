import { expect } from "chai";
import { startTestGateway, type TestGateway } from "../gateway.ts";

const BROWSER = { accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8" };

describe("A gateway without the console", function () {
  this.timeout(300_000);
  const open: TestGateway[] = [];
  const start = async (env: Record<string, string> = {}): Promise<string> => {
    const gateway = await startTestGateway({ env });
    open.push(gateway);
    return gateway.url;
  };
  after(() => Promise.all(open.map((gateway) => gateway.stop())));

  it("answers 404 to browsers at its root, and as ever to everything else; with it there is a page", async () => {
    const without = await start({ BERTH_CONSOLE: "false" });
    const root = await fetch(`${without}/`, { headers: BROWSER });
    expect([root.status, root.headers.get("content-type")]).to.deep.equal([404, "application/json; charset=utf-8"]);
    expect((await fetch(`${without}/sign-in`, { headers: BROWSER })).status).to.equal(404);
    expect((await fetch(`${without}/healthz`)).status).to.equal(200);
    const page = await fetch(`${await start()}/`, { headers: BROWSER });
    expect([page.status, page.headers.get("content-type")]).to.deep.equal([200, "text/html; charset=utf-8"]);
  });
});
