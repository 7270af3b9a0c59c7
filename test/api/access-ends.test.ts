import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { createKubeClient, type KubeClient } from "../../adapters/kubernetes/kube-client.ts";
import { NAMESPACES } from "../../adapters/kubernetes/resource-types.ts";
import { listLostAccess, noteAccess } from "../../adapters/postgres/resources/cluster-access-store.ts";
import { sweep } from "../../api/sweeps.ts";
import { eventually } from "../support/eventually.ts";
import { clientOf, newAccount, newCluster, newKey, PASSWORD, type Account, type Client } from "./client.ts";
import { startTestGateway, type TestGateway } from "./gateway.ts";

type Issued = Readonly<{
  id: string;
  cluster_id: string;
  cluster_name: string;
  session_id: string | null;
  api_key_id: string | null;
}>;

describe("what a credential has made ends with it", function () {
  this.timeout(300_000);
  let gateway: TestGateway;
  let account: Account;
  let clusterId: string;
  let folder: string;
  const clients: KubeClient[] = [];

  before(async () => {
    gateway = await startTestGateway();
    folder = mkdtempSync(join(tmpdir(), "berth-access-"));
    account = await newAccount(gateway.url);
    clusterId = await newCluster(account.call);
    await gateway.settle("Cluster", clusterId);
  });
  after(async () => {
    for (const client of clients) await client.close();
    await gateway.stop();
    rmSync(folder, { recursive: true });
  });

  const kubeconfig = async (ask: Client): Promise<KubeClient> => {
    const file = await ask("GET", `/clusters/${clusterId}/kubeconfig`, undefined, { accept: "application/yaml" });
    expect(file.status, file.text).to.equal(200);
    const path = join(folder, randomUUID());
    await writeFile(path, file.text, { mode: 0o600 });
    const client = createKubeClient({ kubeconfigPath: path });
    clients.push(client);
    return client;
  };
  const opens = (client: KubeClient): Promise<unknown> =>
    client.list(NAMESPACES).then(
      () => 200,
      (error: unknown) => (error as { status?: number }).status,
    );
  const becomes = async (held: readonly KubeClient[], wanted: readonly number[]): Promise<void> => {
    await sweep(gateway.services);
    await eventually(async () => {
      expect(await Promise.all(held.map(opens))).to.deep.equal(wanted);
    });
  };
  const signIn = async (): Promise<Client> => {
    const login = { email: account.email, password: PASSWORD };
    const answer = await clientOf(gateway.url)("POST", "/auth/login", login);
    return clientOf(gateway.url, { cookie: answer.headers.getSetCookie()[0]?.split(";")[0] ?? "" });
  };
  const issued = async (ask = account.session): Promise<readonly Issued[]> =>
    (await ask<{ kubeconfigs: Issued[] }>("GET", "/auth/kubeconfigs?limit=200")).body.kubeconfigs;

  it("no key makes, lengthens or replaces another, nor moves its own end", async () => {
    const end = new Date(Date.now() + 3_600_000).toISOString();
    const { id, key } = await newKey(account.session, { scopes: ["api-keys:write"], expires_at: end });
    const other = await newKey(account.session, { scopes: ["api-keys:read"] });
    const call = clientOf(gateway.url, { "x-api-key": key });
    const tries: readonly (readonly [string, string, object | undefined])[] = [
      ["POST", "/api-keys", { name: "child", scopes: ["api-keys:read"] }],
      ["POST", "/api-keys", { name: "child", scopes: ["api-keys:read"], expires_at: end }],
      ["PATCH", `/api-keys/${id}`, { expires_at: null }],
      ["PATCH", `/api-keys/${other.id}`, { expires_at: end }],
      ["POST", `/api-keys/${other.id}/rotate`, undefined],
    ];
    for (const [method, path, body] of tries)
      expect((await call(method, path, body)).status, `${method} ${path}`).to.equal(403);
    const own = await call<{ expires_at: string; key: string }>("POST", `/api-keys/${id}/rotate`);
    expect([own.status, own.body.expires_at]).to.deep.equal([200, end]);
    expect((await clientOf(gateway.url, { "x-api-key": own.body.key })("DELETE", `/api-keys/${id}`)).status).to.equal(
      200,
    );
  });

  it("kubeconfigs end with the session or the key that they were asked for with, and no others", async () => {
    const [leaving, changing] = [await signIn(), await signIn()];
    const { id, key } = await newKey(account.session);
    const held = await Promise.all(
      [account.session, leaving, changing, clientOf(gateway.url, { "x-api-key": key })].map(kubeconfig),
    );
    await becomes(held, [200, 200, 200, 200]);
    await leaving("POST", "/auth/logout");
    await becomes(held, [200, 401, 200, 200]);
    const change = { current_password: PASSWORD, new_password: "another horse battery" };
    expect((await account.session("POST", "/auth/password", change)).status).to.equal(200);
    await becomes(held, [200, 401, 401, 200]);
    await gateway.services.pool.query("UPDATE api_keys SET expires_at = now() WHERE id = $1", [id]);
    await becomes(held, [200, 401, 401, 401]);
  });

  it("kubeconfigs are listed for their holder, who ends each, and gets another one that lives", async () => {
    const stranger = await newAccount(gateway.url);
    const [kept, ended] = [await kubeconfig(account.call), await kubeconfig(account.session)];
    const all = await issued();
    const ofKey = all.find((one) => one.api_key_id !== null);
    const ofSession = all.find((one) => one.session_id !== null);
    expect(ofKey).to.include({ cluster_id: clusterId, session_id: null });
    expect(await issued(stranger.session)).to.deep.equal([]);
    const path = `/auth/kubeconfigs/${ofSession?.id ?? ""}`;
    expect((await stranger.session("DELETE", path)).status).to.equal(404);
    expect((await account.call("DELETE", path)).status, "by key").to.equal(403);
    expect((await account.session("DELETE", path)).status).to.equal(200);
    expect((await account.session("DELETE", path)).status, "ended").to.equal(404);
    expect((await issued()).map(({ id }) => id))
      .to.include(ofKey?.id)
      .and.not.include(ofSession?.id);
    // Asked for again before the old one was taken back: another Secret, or the old token would live on.
    const next = await kubeconfig(account.session);
    await becomes([kept, ended, next], [200, 401, 200]);
  });

  it("what has run out is tidied up, and a cluster that is away holds up no other", async () => {
    const { pool } = gateway.services;
    await pool.query("DELETE FROM cluster_access");
    const access = { clusterId, userId: account.userId, apiKeyId: null };
    const first = await noteAccess(pool, { ...access, sessionId: account.organizationId }, 3_600);
    const second = await noteAccess(pool, { ...access, sessionId: account.userId }, 3_600);
    await pool.query("UPDATE cluster_access SET tried_at = now() WHERE secret_name = $1", [first]);
    expect((await listLostAccess(pool, 1)).map(({ secretName }) => secretName)).to.deep.equal([second]);
    await pool.query("UPDATE cluster_access SET expires_at = now(), noted_at = now() - interval '1 day'");
    await sweep(gateway.services);
    expect((await pool.query("SELECT 1 FROM cluster_access")).rowCount).to.equal(0);
  });
});
