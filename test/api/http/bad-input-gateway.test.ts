import { assert } from "chai";
import { newAccount } from "../client.ts";
import { startTestGateway, type TestGateway } from "../gateway.ts";
import { runBadInput } from "./bad-input.ts";

describe("The gateway, on a real Postgres and a real API server", function () {
  this.timeout(300_000);
  let gateway: TestGateway;

  before(async () => {
    gateway = await startTestGateway();
  });
  after(() => gateway.stop());

  it("answers every row of the table of bad input exactly as stated", async () => {
    const { key, cookie } = await newAccount(gateway.url);
    const credentials = { key: { authorization: `Bearer ${key}` }, session: { cookie } };
    assert.deepEqual(await runBadInput(gateway.url, credentials), []);
  });
});
