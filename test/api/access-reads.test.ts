import { expect } from "chai";
import { AccessReads, type AccessQuestion } from "../../adapters/postgres/identity/access-reads.ts";
import { findPrincipal } from "../../adapters/postgres/identity/principal.ts";
import { hashToken } from "../../api/identity/api-key-format.ts";
import { newAccount, newCluster, newDeployment, newKey, type Account } from "./client.ts";
import { startTestGateway, type TestGateway } from "./gateway.ts";

describe("What long connections live by, read together", () => {
  let gateway: TestGateway;
  let reads: AccessReads;
  let owner: Account;
  let id: string;
  before(async () => {
    gateway = await startTestGateway();
    reads = new AccessReads(gateway.services.pool);
    owner = await newAccount(gateway.url);
    id = (await newDeployment(owner.call, await newCluster(owner.call))).id;
  });
  after(() => gateway.stop());

  const question = (key: string, of = id, kind = "Deployment"): AccessQuestion => ({
    credential: { via: "api_key", hash: hashToken(key) },
    kind,
    id: of,
  });

  it("is of each what it would be alone, in the middle of others that are nothing any more", async () => {
    const [revoked, narrow, other] = [
      await newKey(owner.session),
      await newKey(owner.session, { scopes: ["deployments:read"] }),
      await newAccount(gateway.url),
    ];
    await owner.session("DELETE", `/api-keys/${revoked.id}`);
    const session = { via: "session", hash: hashToken(owner.cookie.split("=")[1] ?? "") } as const;
    const asked = [
      question(revoked.key),
      question(owner.key),
      { ...question(owner.key), credential: session },
      question("none"),
      question(narrow.key, "00000000-0000-4000-8000-000000000000"),
      question(other.key),
      question(owner.key, id, "DatabaseInstance"),
    ];
    const answers = await Promise.all(asked.map((one) => reads.ask(one)));
    const isStale = { isUseStale: false, provenAgeMs: null };
    const alone = await Promise.all(asked.map(({ credential }) => findPrincipal(gateway.services.pool, credential)));
    expect(answers.map(({ principal }) => principal && { ...principal, ...isStale })).to.deep.equal(
      alone.map((one) => one && { ...one, ...isStale }),
    );
    expect(answers.map(({ principal }) => principal?.userId)).to.deep.equal([
      undefined,
      owner.userId,
      owner.userId,
      undefined,
      owner.userId,
      other.userId,
      owner.userId,
    ]);
    expect(answers.map(({ isThere }) => isThere)).to.deep.equal([true, true, true, true, false, true, false]);
  });

  it("takes two statements for a hundred sessions, and none is forgotten", async () => {
    const { pool } = gateway.services;
    let statements = 0;
    const counted = new Proxy(pool, {
      get: (target, name) => {
        if (name === "query") statements += 1;
        const member: unknown = Reflect.get(target, name);
        return typeof member === "function" ? (member.bind(target) as unknown) : member;
      },
    });
    const both = new AccessReads(counted);
    const answers = await Promise.all(Array.from({ length: 100 }, () => both.ask(question(owner.key))));
    expect(answers.filter(({ principal, isThere }) => principal?.userId === owner.userId && isThere)).to.have.length(
      100,
    );
    expect(statements).to.equal(2);
  });
});
