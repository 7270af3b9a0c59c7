import { expect } from "chai";
import { createDatabase } from "../support/postgres.ts";
import { clientOf, newAccount, newCluster, newKey, PASSWORD, type Account, type Client } from "./client.ts";
import { startTestGateway, type TestGateway } from "./gateway.ts";
import * as flow from "./oauth-flow.ts";
import { newPlatformAdmin } from "./platform-admin.ts";

/** One thing that somebody holds: as its list names it, and whether it opens anything. */
type Held = Readonly<{ id: string; opens: () => Promise<boolean> }>;
/** A kind of what people hold: where it is listed, by which member, and how two of it come about. */
type Kind = Readonly<{ path: string; list: string; idMember: string; make: () => Promise<readonly [Held, Held]> }>;

/** Says that whoever has an account sees all that opens it, and can end each alone. */
describe("all that somebody holds", function () {
  this.timeout(300_000);
  let gateway: TestGateway;
  let account: Account;
  let stranger: Account;
  let admin: Account;
  let clusterId: string;

  before(async () => {
    const env = { BERTH_PUBLIC_URL: flow.PUBLIC_URL, BERTH_POSTGRES_URL: await createDatabase() };
    gateway = await startTestGateway({ env });
    admin = await newPlatformAdmin(gateway);
    [account, stranger] = [await newAccount(gateway.url), await newAccount(gateway.url)];
    clusterId = await newCluster(account.call);
    await gateway.settle("Cluster", clusterId);
  });
  after(() => gateway.stop());

  const isMe =
    (call: Client): (() => Promise<boolean>) =>
    async () =>
      (await call("GET", "/auth/me")).status === 200;
  const sessionOf = async (): Promise<Client> => {
    const answer = await clientOf(gateway.url)("POST", "/auth/login", { email: account.email, password: PASSWORD });
    const cookies = answer.headers.getSetCookie().map((line) => line.split(";")[0]);
    return clientOf(gateway.url, { cookie: cookies.join("; ") });
  };
  const twice = async (make: () => Promise<Held>): Promise<readonly [Held, Held]> => [await make(), await make()];
  const session = async (): Promise<Held> => {
    const call = await sessionOf();
    const { sessions } = (await call<{ sessions: { id: string; is_current: boolean }[] }>("GET", "/auth/sessions"))
      .body;
    return { id: sessions.find((one) => one.is_current)?.id ?? "", opens: isMe(call) };
  };
  const apiKey = async (): Promise<Held> => {
    const { id, key } = await newKey(account.session);
    return { id, opens: isMe(clientOf(gateway.url, { authorization: `Bearer ${key}` })) };
  };
  const application = async (): Promise<Held> => {
    const client = await flow.register(admin.session, { scopes: flow.SCOPE.split(" ") });
    const { access } = await flow.connect(gateway, await flow.applicationOf(gateway, client), account);
    return { id: client.client_id, opens: isMe(flow.bearer(gateway, access)) };
  };
  /** Whether a kubeconfig opens its cluster is access-ends.test.ts's; here it is one for as long as it is listed. */
  const kubeconfig = async (): Promise<Held> => {
    const holder = await sessionOf();
    const before = new Set(await listed("/auth/kubeconfigs", "kubeconfigs", "id"));
    expect((await holder("GET", `/clusters/${clusterId}/kubeconfig`)).status).to.equal(200);
    const all = await listed("/auth/kubeconfigs", "kubeconfigs", "id");
    const id = all.find((one) => !before.has(one)) ?? "none";
    return { id, opens: async () => (await listed("/auth/kubeconfigs", "kubeconfigs", "id")).includes(id) };
  };
  const listed = async (path: string, list: string, idMember: string, call = account.session): Promise<string[]> => {
    const { status, body } = await call<Record<string, Record<string, unknown>[]>>("GET", path);
    expect(status).to.equal(200);
    // A revoked key stays in the list, and says so.
    return (body[list] ?? []).filter((one) => one["is_active"] !== false).map((one) => String(one[idMember]));
  };

  const KINDS: Readonly<Record<string, Kind>> = {
    sessions: { path: "/auth/sessions", list: "sessions", idMember: "id", make: () => twice(session) },
    "API keys": { path: "/api-keys", list: "api_keys", idMember: "id", make: () => twice(apiKey) },
    "connected applications": {
      path: "/connected-applications",
      list: "applications",
      idMember: "client_id",
      make: () => twice(application),
    },
    kubeconfigs: { path: "/auth/kubeconfigs", list: "kubeconfigs", idMember: "id", make: () => twice(kubeconfig) },
  };

  for (const [name, { path, list, idMember, make }] of Object.entries(KINDS))
    it(`${name} are listed, all and to nobody else, and each is ended alone by whose it is`, async () => {
      const [ended, kept] = await make();
      expect(await listed(path, list, idMember)).to.include.members([ended.id, kept.id]);
      expect(await listed(path, list, idMember, stranger.session)).to.not.include.members([ended.id, kept.id]);
      expect([await ended.opens(), await kept.opens()]).to.deep.equal([true, true]);
      expect((await stranger.session("DELETE", `${path}/${ended.id}`)).status, "a stranger").to.equal(404);
      expect(await ended.opens()).to.equal(true);
      expect((await account.session("DELETE", `${path}/${ended.id}`)).status).to.equal(200);
      expect(await listed(path, list, idMember))
        .to.include(kept.id)
        .and.not.include(ended.id);
      expect([await ended.opens(), await kept.opens()]).to.deep.equal([false, true]);
    });
});
