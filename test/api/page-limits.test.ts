import { readFile } from "node:fs/promises";
import { expect } from "chai";
import { startTestGateway, type TestGateway } from "./gateway.ts";

const SERVED = new URL("../../console/dist/served.json", import.meta.url);
const BURST = 40;

/** Who asks for the files of pages is nobody: a question has a hundred bytes, its answer up to three million. */
describe("the files of console and reference", function () {
  this.timeout(180_000);
  let gateway: TestGateway;

  before(async () => {
    gateway = await startTestGateway({
      env: { BERTH_RATE_LIMIT_PER_SECOND: "1", BERTH_RATE_LIMIT_BURST: String(BURST) },
    });
  });
  after(() => gateway.stop());

  const statusOf = async (path: string): Promise<number> => {
    const answer = await fetch(`${gateway.url}${path}`, { headers: { accept: "text/html" } });
    await answer.arrayBuffer();
    return answer.status;
  };

  it("are served all to a browser that has none, and to one address as often as it may ask", async () => {
    const { files } = JSON.parse(await readFile(SERVED, "utf8")) as { files: string[] };
    const reference = await (await fetch(`${gateway.url}/docs`)).text();
    const scripts = [...reference.matchAll(/src="([^"]+)"/g)].map(([, path = ""]) => `/${path}`);
    const assets = files.filter((name) => name !== "index.html").map((name) => `/${name}`);
    for (const path of ["/", ...assets, ...scripts, "/openapi.json"]) expect(await statusOf(path), path).to.equal(200);
    for (const path of ["/docs", "/"]) {
      const statuses = await Promise.all(Array.from({ length: BURST }, () => statusOf(path)));
      expect(statuses, path).to.include(429);
    }
    expect(await statusOf("/api/v1/clusters"), "what is asked of REST is counted apart").to.equal(401);
  });
});
