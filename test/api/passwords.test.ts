import { expect } from "chai";
import { clientOf, newAccount, PASSWORD, type Client } from "./client.ts";
import { startTestGateway, type TestGateway } from "./gateway.ts";

type Faults = { detail?: { type: string; loc: (string | number)[]; msg: string }[] };

describe("new passwords", function () {
  this.timeout(300_000);
  let gateway: TestGateway;
  let anonymous: Client;

  before(async () => {
    gateway = await startTestGateway();
    anonymous = clientOf(gateway.url);
  });
  after(() => gateway.stop());

  const register = async (password: string, email = `p-${Date.now()}@example.org`): Promise<unknown[]> => {
    const { status, body } = await anonymous<Faults>("POST", "/auth/register", {
      email,
      password,
      name: "Grace Hopper",
    });
    return [status, body.detail?.[0]?.type, body.detail?.[0]?.loc];
  };

  it("have 12 characters at least, and none of them is asked for", async () => {
    expect(await register("eleven char")).to.deep.equal([422, "string_too_short", ["body", "password"]]);
    expect((await register("twelve chars"))[0]).to.equal(201);
    expect((await register("zwölf größere Fische, ".repeat(11), `long-${Date.now()}@example.org`))[0]).to.equal(201);
  });

  it("are not on the list of common ones, in whatever case, nor what the account is called", async () => {
    for (const password of ["123qweasdzxc", "Administrator", "aaaaaaaaaaaaa", "GRACE HOPPER"])
      expect([password, ...(await register(password))]).to.deep.equal([
        password,
        422,
        "value_error",
        ["body", "password"],
      ]);
    const email = "rear.admiral.hopper@example.org";
    expect((await register("rear.admiral.hopper", email))[0]).to.equal(422);
  });

  it("are held to the same when they are changed", async () => {
    const person = await newAccount(gateway.url);
    const change = async (password: string): Promise<unknown[]> => {
      const body = { current_password: PASSWORD, new_password: password };
      const answer = await person.session<Faults>("POST", "/auth/password", body);
      return [answer.status, answer.body.detail?.[0]?.loc];
    };
    for (const password of ["short", "unbelievable", person.email])
      expect(await change(password), password).to.deep.equal([422, ["body", "new_password"]]);
    expect((await change("staple battery horse"))[0]).to.equal(200);
  });
});
