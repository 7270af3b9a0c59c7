import { expect } from "chai";
import { OPERATIONS } from "../../contract/rest/all.ts";
import { clientOf, newAccount, newCluster, PASSWORD, type Account, type Answer } from "./client.ts";
import { startTestGateway, type TestGateway } from "./gateway.ts";
import { ageProofs, codeOf, newTotpAccount } from "./second-factor-scene.ts";

describe("fresh proofs", function () {
  this.timeout(300_000);
  let gateway: TestGateway;
  let owner: Account;

  before(async () => {
    gateway = await startTestGateway();
    owner = await newAccount(gateway.url);
  });
  after(() => gateway.stop());

  const stale = async (of: Account): Promise<void> => ageProofs(gateway, of.userId, 16);
  const codeOfRefusal = ({ status, body }: Answer): unknown[] => [status, body["code"]];

  it("are wanted of a session before keys, roles, kubeconfigs, second factors and impersonations", () => {
    const wanted = OPERATIONS.filter(({ freshProof }) => freshProof === true).map(({ operationId }) => operationId);
    expect(wanted).to.include.members([
      "createApiKey",
      "updateApiKey",
      "rotateApiKey",
      "updateMember",
      "createInvitation",
      "getClusterKubeconfig",
      "getPlatformKubeconfig",
      "addTotpFactor",
      "addPasskeyFactor",
      "deleteSecondFactor",
      "impersonate",
    ]);
  });

  it("count for fifteen minutes, then the password or a sign-in is asked for; keys are not", async () => {
    const clusterId = await newCluster(owner.call);
    await gateway.settle("Cluster", clusterId);
    const member = await newAccount(gateway.url);
    const requests = [
      ["POST", "/api-keys", { name: "late" }],
      ["GET", `/clusters/${clusterId}/kubeconfig`],
      ["POST", `/organizations/${owner.slug}/invitations`, { email: member.email, role: "viewer" }],
      ["PATCH", `/organizations/${owner.slug}/members/${member.userId}`, { role: "admin" }],
      ["POST", "/auth/second-factors/totp", { name: "late" }],
    ] as const;
    await stale(owner);
    for (const [method, path, body] of requests)
      expect([path, ...codeOfRefusal(await owner.session(method, path, body))]).to.deep.equal([
        path,
        403,
        "fresh_proof_required",
      ]);
    expect((await owner.session("GET", "/clusters")).status, "reading goes on").to.equal(200);
    expect((await owner.call("GET", `/clusters/${clusterId}/kubeconfig`)).status, "keys have scopes").to.equal(200);
    expect((await owner.session("POST", "/auth/proof", { password: "not this one" })).status).to.equal(401);
    expect((await owner.session("POST", "/api-keys", { name: "late" })).status).to.equal(403);
    expect((await owner.session("POST", "/auth/proof", { password: PASSWORD })).status).to.equal(200);
    expect((await owner.session("POST", "/api-keys", { name: "fresh" })).status).to.equal(201);
    expect((await owner.session("GET", `/clusters/${clusterId}/kubeconfig`)).status).to.equal(200);
    await stale(owner);
    const login = await clientOf(gateway.url)("POST", "/auth/login", { email: owner.email, password: PASSWORD });
    const cookie = login.headers.getSetCookie()[0]?.split(";")[0] ?? "";
    expect((await clientOf(gateway.url, { cookie })("POST", "/api-keys", { name: "new" })).status).to.equal(201);
  });

  it("are a second factor, too, once", async () => {
    const person = await newTotpAccount(gateway);
    await stale(person);
    const code = codeOf(person.secret);
    expect((await person.session("POST", "/auth/proof", { code })).status).to.equal(200);
    expect((await person.session("POST", "/api-keys", { name: "fresh" })).status).to.equal(201);
    await stale(person);
    expect((await person.session("POST", "/auth/proof", { code })).status, "replayed").to.equal(401);
    expect((await person.session("POST", "/auth/proof", { recovery_code: person.recoveryCodes[0] })).status).to.equal(
      200,
    );
  });

  it("are exactly one", async () => {
    const both = { password: PASSWORD, code: "123456" };
    for (const body of [{}, both]) expect((await owner.session("POST", "/auth/proof", body)).status).to.equal(422);
    expect((await owner.call("POST", "/auth/proof", { password: PASSWORD })).status, "by key").to.equal(403);
  });
});
