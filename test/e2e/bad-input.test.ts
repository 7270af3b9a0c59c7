import { expect } from "chai";
import { BAD_INPUT, runBadInput } from "../api/http/bad-input.ts";
import { createBerthClient, registerAccount } from "../support/berth-client.ts";
import { startPlatform, type Platform } from "../support/platform.ts";

describe("bad input on the running platform", function () {
  this.timeout(900_000);
  let platform: Platform;
  before(async () => {
    platform = await startPlatform();
  });

  it("gets the stated answer in every row, none of them a 5xx", async () => {
    const { key, email } = await registerAccount(platform.url);
    const login = await createBerthClient(platform.url).call("POST", "/auth/login", {
      email,
      password: "correct horse battery",
    });
    const cookie = login.headers
      .getSetCookie()
      .map((line) => line.split(";")[0])
      .join("; ");
    expect(BAD_INPUT.length).to.be.at.least(150);
    const wrong = await runBadInput(platform.url, {
      key: { authorization: `Bearer ${key}` },
      session: { cookie, origin: platform.url },
    });
    expect(wrong).to.deep.equal([]);
  });
});
