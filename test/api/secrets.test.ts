import { randomBytes } from "node:crypto";
import { expect } from "chai";
import { NAMESPACES, SECRETS } from "../../adapters/kubernetes/resource-types.ts";
import { eventually } from "../support/eventually.ts";
import { startVault, type TestVault } from "../support/vault.ts";
import { clientOf, newAccount, newCluster, newDeployment, newKey, type Account, type Answer } from "./client.ts";
import { startTestGateway, type TestGateway } from "./gateway.ts";

type Secret = Readonly<{ name: string; key: string; version: number; deployment_id: string | null }>;
type List = Readonly<{ secrets: Secret[]; next_cursor: string | null; total?: number }>;

for (const driver of ["kubernetes", "vault"] as const) {
  describe(`Secrets in ${driver}`, function () {
    this.timeout(600_000);
    let vault: TestVault | undefined;
    let gateway: TestGateway;
    let account: Account;
    let stranger: Account;

    before(async () => {
      vault = driver === "vault" ? await startVault() : undefined;
      const env: Record<string, string> =
        vault === undefined ? {} : { BERTH_VAULT_URL: vault.url, BERTH_VAULT_TOKEN: vault.token };
      gateway = await startTestGateway({ env: { ...env, BERTH_QUOTA_FACTOR: "1" } });
      account = await newAccount(gateway.url);
      stranger = await newAccount(gateway.url);
    });
    after(async () => {
      await gateway.stop();
      await vault?.stop();
    });

    const name = (): string => `S_${randomBytes(5).toString("hex")}`;
    /** Reads the value as the operator does: no operation of the interface answers it. */
    const valueOf = async (secret: string, deploymentId?: string): Promise<string | undefined> =>
      (await gateway.services.secrets.read({ organization: account.slug, deploymentId }, secret))?.reveal();

    it("creates, reads, lists, replaces and deletes, and never answers a value", async () => {
      const secret = name();
      const created = await account.call<Secret>("POST", "/secrets", { name: secret, value: "välue-1" });
      expect(created.status, created.text).to.equal(201);
      expect(created.body).to.include({
        name: secret,
        version: 1,
        deployment_id: null,
        database_id: null,
        organization_id: account.organizationId,
      });
      expect(await valueOf(secret)).to.equal("välue-1");
      const read = await account.call<Secret>("GET", `/secrets/${secret}`);
      expect([read.status, read.body]).to.deep.equal([200, created.body]);
      const replaced = await account.call<Secret>("PUT", `/secrets/${secret}`, { value: "value-2" });
      expect([replaced.status, replaced.body.version]).to.deep.equal([200, 2]);
      expect(await valueOf(secret)).to.equal("value-2");
      const list = await account.call<List>("GET", "/secrets?count=true");
      expect(list.body.secrets.map((one) => [one.name, one.version])).to.deep.include([secret, 2]);
      expect(list.body.total).to.equal(list.body.secrets.length);
      const removed = await account.call("DELETE", `/secrets/${secret}`);
      expect([removed.status, removed.body["name"]]).to.deep.equal([200, secret]);
      expect(await valueOf(secret)).to.equal(undefined);
      for (const answer of [created, read, replaced, list, removed]) expect(answer.text).to.not.match(/v.lue-[12]/);
      for (const [method, body] of [["GET"], ["PUT", { value: "x" }], ["DELETE"]] as const) {
        const absent = await account.call(method, `/secrets/${secret}`, body);
        expect([method, absent.status, absent.body["code"]]).to.deep.equal([method, 404, "not_found"]);
      }
      const again = await account.call<Secret>("POST", "/secrets", { name: secret, value: "value-3" });
      expect([again.status, again.body.version]).to.deep.equal([201, 1]);
    });

    if (driver === "kubernetes")
      it("makes the namespace again when somebody has deleted it", async () => {
        const person = await newAccount(gateway.url);
        const make = (): Promise<Answer> => person.call("POST", "/secrets", { name: name(), value: "x" });
        expect((await make()).status).to.equal(201);
        const namespace = `org-${person.slug}`;
        const { items } = await gateway.kube.list(SECRETS, { namespace });
        for (const { metadata } of items) await gateway.kube.delete(SECRETS, { namespace, name: metadata.name });
        await gateway.kube.delete(NAMESPACES, { name: namespace });
        // Without a controller-manager nobody empties a namespace: its finalizer is taken off by hand.
        await gateway.kube.request("PUT", `/api/v1/namespaces/${namespace}/finalize`, {
          body: { apiVersion: "v1", kind: "Namespace", metadata: { name: namespace }, spec: { finalizers: [] } },
        });
        await eventually(async () =>
          expect(await gateway.kube.get(NAMESPACES, { name: namespace })).to.equal(undefined),
        );
        expect((await make()).status).to.equal(201);
      });

    it("keeps a deployment's secrets apart from the organization's", async () => {
      const cluster = await newCluster(account.call);
      const { id } = await newDeployment(account.call, cluster);
      const secret = name();
      await account.call("POST", "/secrets", { name: secret, value: "the organization's" });
      const own = await account.call<Secret>("POST", "/secrets", { name: secret, value: "its own", deployment_id: id });
      expect([own.status, own.body.deployment_id]).to.deep.equal([201, id]);
      expect([await valueOf(secret), await valueOf(secret, id)]).to.deep.equal(["the organization's", "its own"]);
      const listed = await account.call<List>("GET", `/secrets?deployment_id=${id}`);
      expect(listed.body.secrets).to.deep.equal([own.body]);
      const all = await account.call<List>("GET", "/secrets?limit=200");
      expect(all.body.secrets.filter((one) => one.name === secret).map((one) => one.deployment_id)).to.have.members([
        null,
        id,
      ]);
      expect((await account.call("DELETE", `/secrets/${secret}?deployment_id=${id}`)).status).to.equal(200);
      expect([await valueOf(secret), await valueOf(secret, id)]).to.deep.equal(["the organization's", undefined]);
    });

    it("pages through the list, newest first, each once", async () => {
      const { id: organizationId } = (await account.session<{ id: string }>("POST", "/organizations", { name: name() }))
        .body;
      const wanted = ["A", "B", "C", "D", "E"];
      for (const one of wanted)
        await account.session("POST", "/secrets", { name: one, value: "x", organization_id: organizationId });
      const seen: string[] = [];
      let cursor: string | null = "";
      while (cursor !== null) {
        const path = `/secrets?organization_id=${organizationId}&limit=2${cursor === "" ? "" : `&cursor=${cursor}`}`;
        const page: Awaited<ReturnType<typeof account.session<List>>> = await account.session<List>("GET", path);
        seen.push(...page.body.secrets.map((one) => one.name));
        cursor = page.body.next_cursor;
      }
      expect(seen.toSorted()).to.deep.equal(wanted);
    });

    it("compares versions: If-Match, and of two replacements at once one", async () => {
      const secret = name();
      await account.call("POST", "/secrets", { name: secret, value: "1" });
      const { headers } = await account.call("GET", `/secrets/${secret}`);
      const etag = headers.get("etag") ?? "";
      expect((await account.call("GET", `/secrets/${secret}`, undefined, { "if-none-match": etag })).status).to.equal(
        304,
      );
      const fresh = await account.call("PUT", `/secrets/${secret}`, { value: "2" }, { "if-match": etag });
      expect(fresh.status).to.equal(200);
      const stale = await account.call("PUT", `/secrets/${secret}`, { value: "3" }, { "if-match": etag });
      expect([stale.status, stale.body["code"]]).to.deep.equal([412, "precondition_failed"]);
      const values = ["a", "b", "c", "d"];
      const answers = await Promise.all(values.map((value) => account.call("PUT", `/secrets/${secret}`, { value })));
      const won = answers.filter(({ status }) => status === 200).length;
      expect(won).to.be.greaterThan(0);
      expect(answers.filter(({ status }) => status === 409)).to.have.length(values.length - won);
      const { version } = (await account.call<Secret>("GET", `/secrets/${secret}`)).body;
      expect(version).to.equal(2 + won);
    });

    it("creates one of twenty at once, and repeats a key's answer", async () => {
      const secret = name();
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, index) => account.call("POST", "/secrets", { name: secret, value: `${index}` })),
      );
      expect(answers.map(({ status }) => status).toSorted()).to.deep.equal([201, ...Array<number>(19).fill(409)]);
      const key = { "idempotency-key": name() };
      const body = { name: name(), value: "x" };
      const first = await account.call<Secret>("POST", "/secrets", body, key);
      const second = await account.call<Secret>("POST", "/secrets", body, key);
      expect([second.status, second.body]).to.deep.equal([201, first.body]);
      const other = await account.call("POST", "/secrets", { ...body, value: "y" }, key);
      expect(other.status).to.equal(422);
    });

    it("takes 64 KiB and no byte more, and names that lead nowhere else", async () => {
      const most = "ä".repeat(32_768);
      const secret = name();
      expect((await account.call("POST", "/secrets", { name: secret, value: most })).status).to.equal(201);
      expect(await valueOf(secret)).to.equal(most);
      const more = await account.call("POST", "/secrets", { name: name(), value: `${most}x` });
      expect(more.status).to.equal(422);
      expect(more.text).to.contain("65536").and.not.contain("ää");
      for (const bad of ["..", "a/b", "-a", "a b", "", "x".repeat(64)]) {
        const refused = await account.call("POST", "/secrets", { name: bad, value: "canary-value" });
        expect([bad, refused.status]).to.deep.equal([bad, 422]);
        expect(refused.text).to.not.contain("canary-value");
        const path = `/secrets/${encodeURIComponent(bad)}`;
        if (bad !== "" && bad !== ".." && bad.length < 64)
          expect([bad, (await account.call("GET", path)).status]).to.deep.equal([bad, 404]);
      }
      const both = { name: name(), value: "x", organization_id: account.organizationId, deployment_id: account.userId };
      const twoScopes = await account.call<{ detail: { loc: string[] }[] }>("POST", "/secrets", both);
      expect([twoScopes.status, twoScopes.body.detail[0]?.loc]).to.deep.equal([422, ["body"]]);
    });

    it("does not show a secret to strangers, nor to a key without the scope", async () => {
      const cluster = await newCluster(account.call);
      const { id } = await newDeployment(account.call, cluster);
      const secret = name();
      await account.call("POST", "/secrets", { name: secret, value: "x", deployment_id: id });
      for (const query of [`deployment_id=${id}`, `organization_id=${account.organizationId}`]) {
        for (const [method, path, body] of [
          ["GET", `/secrets/${secret}?${query}`],
          ["GET", `/secrets?${query}`],
          ["PUT", `/secrets/${secret}?${query}`, { value: "y" }],
          ["DELETE", `/secrets/${secret}?${query}`],
        ] as const)
          expect([path, (await stranger.call(method, path, body)).status]).to.deep.equal([path, 404]);
      }
      const { key } = await newKey(account.session, { scopes: ["deployments:write"] });
      const limited = clientOf(gateway.url, { authorization: `Bearer ${key}` });
      expect((await limited("GET", "/secrets")).status).to.equal(403);
    });

    it("holds the quota", async () => {
      const admin = await account.session<{ id: string }>("POST", "/organizations", { name: name() });
      const { id } = admin.body;
      await gateway.services.pool.query("UPDATE organizations SET quotas = $2 WHERE id = $1", [id, { secrets: 2 }]);
      const make = (): Promise<Answer> =>
        account.session("POST", "/secrets", { name: name(), value: "x", organization_id: id });
      expect([(await make()).status, (await make()).status]).to.deep.equal([201, 201]);
      const third = await make();
      expect([third.status, third.body["code"]]).to.deep.equal([409, "quota_exceeded"]);
    });

    it("writes who did what to the audit log, and never what", async () => {
      const secret = name();
      await account.call("POST", "/secrets", { name: secret, value: "audit-canary" });
      await account.call("PUT", `/secrets/${secret}`, { value: "audit-canary" });
      await account.call("DELETE", `/secrets/${secret}`);
      type Entry = { action: string; outcome: string; changes: { name?: string } | null };
      const log = await account.session<{ entries: Entry[] }>("GET", `/organizations/${account.slug}/audit?limit=200`);
      const ours = log.body.entries.filter(({ changes }) => changes?.name === secret);
      expect(ours.map(({ action, outcome }) => [action, outcome])).to.deep.equal([
        ["deleteSecret", "succeeded"],
        ["replaceSecret", "succeeded"],
        ["createSecret", "succeeded"],
      ]);
      expect(log.text).to.not.contain("audit-canary");
    });
  });
}
