import { expect } from "chai";
import { isAtLeast } from "../../api/http/authorize.ts";
import { OPERATIONS } from "../../contract/rest/all.ts";
import { ORGANIZATION_ROLES, type Operation, type OrganizationRole } from "../../contract/rest/operation.ts";
import { HANDLERS } from "../../api/routes/all.ts";
import { INPUTS, NOBODY, targetsOf, type Input, type Targets } from "./authorization-inputs.ts";
import {
  clientOf,
  newAccount,
  newCluster,
  newDatabase,
  newDeployment,
  newKey,
  type Account,
  type Client,
} from "./client.ts";
import { SERVICE_TOKEN, startTestGateway, type TestGateway } from "./gateway.ts";
import { newPlatformAdmin } from "./platform-admin.ts";

/** What the table of the contract knows of a caller. */
type Standing = Readonly<{
  isNobody?: true;
  isService?: true;
  isPlatformAdmin?: true;
  isImpersonating?: true;
  isKey?: true;
  /** Undefined = all. */
  scope?: "the operation's" | "another";
  /** Role in the organization of the targets. */
  role?: string;
}>;
type Caller = Readonly<{ name: string; standing: Standing; client: (operation: Operation) => Promise<Client> }>;

/** Derives the verdict from the contract alone: undefined = let through. */
function verdict(operation: Operation, by: Standing, input: Input): number | undefined {
  const { who, serviceToken } = operation;
  if (who.kind === "public") return undefined;
  if (by.isNobody) return 401;
  if (by.isService) return serviceToken === true ? undefined : 403;
  if (isOfTheWrongKind(operation, by)) return 403;
  if (who.kind !== "role") return undefined;
  return verdictOnRole(by, input, input.least ?? who.role);
}

function verdictOnRole(by: Standing, { platformAdmins }: Input, least: OrganizationRole): number | undefined {
  if (by.isPlatformAdmin === true && platformAdmins === true) return undefined;
  if (by.role === undefined) return 404;
  return isAtLeast(by.role, least) ? undefined : 403;
}

function isOfTheWrongKind({ who, sessionOnly, notWhileImpersonating, scope }: Operation, by: Standing): boolean {
  return [
    sessionOnly === true && by.isKey === true,
    notWhileImpersonating === true && by.isImpersonating === true,
    scope !== undefined && by.scope === "another",
    who.kind === "platformAdmin" && by.isPlatformAdmin !== true,
  ].includes(true);
}

/** To sign in or out ends the session that a request comes with, so that those who have one are not asked. */
function isAsked({ who }: Operation, { isNobody, isService, isKey }: Standing): boolean {
  return who.kind !== "public" || [isNobody, isService, isKey].includes(true);
}

class Scene {
  readonly gateway: TestGateway;
  readonly owner: Account;
  readonly callers: Caller[] = [];
  readonly targets: Targets;

  private constructor(gateway: TestGateway, owner: Account, targets: Targets) {
    this.gateway = gateway;
    this.owner = owner;
    this.targets = targets;
  }

  static async start(handlers = HANDLERS): Promise<Scene> {
    const gateway = await startTestGateway({ handlers });
    const owner = await newAccount(gateway.url);
    const made = await owner.session<{ id: string; slug: string }>("POST", "/organizations", { name: "Matrix" });
    const { id: organizationId, slug } = made.body;
    const clusterId = await newCluster(owner.session, {
      organization_id: organizationId,
      kubernetes_version: "1.35.4",
    });
    await gateway.settle("Cluster", clusterId);
    const { id: deploymentId } = await newDeployment(owner.session, clusterId);
    const path = `/clusters/${clusterId}/upgrades/request`;
    const upgrade = await owner.session<{ id: string }>("POST", path, { to_version: "1.36.3" });
    const upgradeId = upgrade.body.id;
    const { id: databaseId } = await newDatabase(owner.session, clusterId);
    await gateway.settle("DatabaseInstance", databaseId, "running", { connectionHost: "postgres-rw.x.svc" });
    const backup = await owner.session<{ id: string }>("POST", `/databases/${databaseId}/backups`, {});
    const backupId = backup.body.id;
    const ids = { organizationId, clusterId, deploymentId, upgradeId, databaseId, backupId, userId: NOBODY };
    const scene = new Scene(gateway, owner, { slug, ...ids });
    await scene.#gather();
    return scene;
  }

  /** Asks as one caller and says what is not as the contract has it. */
  async ask(operation: Operation, { name, standing, client }: Caller): Promise<string[]> {
    const userId = operation.operationId.endsWith("Member") ? (await this.#join("viewer")).userId : NOBODY;
    const call = await client(operation);
    const input = INPUTS[operation.operationId]!({ ...this.targets, userId });
    const wanted = verdict(operation, standing, input);
    const answer = await send(call, operation, input);
    const about = `${operation.operationId} as ${name}`;
    const isRight = wanted === undefined ? input.passes.includes(answer.status) : answer.status === wanted;
    if (!isRight)
      return [`${about}: ${answer.status} instead of ${wanted ?? input.passes.join(" or ")}: ${answer.text}`];
    if (wanted !== 404) return [];
    const absent = { slug: "nobody", ...targetsOf(NOBODY) };
    const twin = await send(call, operation, INPUTS[operation.operationId]!(absent));
    return twin.text === answer.text ? [] : [`${about}: ${answer.text} differs from what is absent: ${twin.text}`];
  }

  async #gather(): Promise<void> {
    const { url } = this.gateway;
    const add = (name: string, standing: Standing, client: Caller["client"]): void =>
      void this.callers.push({ name, standing, client });
    const fixed = (client: Client) => () => Promise.resolve(client);
    const byKey = async (body: object): Promise<Client> =>
      clientOf(url, { authorization: `Bearer ${(await newKey(this.owner.session, { ...body })).key}` });
    add("anonymous", { isNobody: true }, fixed(clientOf(url)));
    add("service", { isService: true }, fixed(clientOf(url, { "x-service-token": SERVICE_TOKEN })));
    add("outsider", {}, fixed((await newAccount(url)).session));
    for (const role of ORGANIZATION_ROLES) add(role, { role }, fixed((await this.#join(role)).session));
    const admin = await newPlatformAdmin(this.gateway);
    add("platform admin", { isPlatformAdmin: true }, fixed(admin.session));
    // To stop ends it, so that every request has an impersonation of its own.
    add("impersonator", { role: "admin", isImpersonating: true }, async () =>
      this.#impersonate(await newPlatformAdmin(this.gateway), await this.#join("admin")),
    );
    add("key with the scope", { role: "owner", isKey: true, scope: "the operation's" }, ({ scope }) =>
      byKey({ scopes: scope === undefined ? ["clusters:read"] : [scope] }),
    );
    add("key without the scope", { role: "owner", isKey: true, scope: "another" }, ({ scope }) =>
      byKey({ scopes: [scope?.startsWith("clusters:") === true ? "deployments:write" : "clusters:write"] }),
    );
    const [expired, revoked] = [await newKey(this.owner.session), await newKey(this.owner.session)];
    await this.gateway.services.pool.query("UPDATE api_keys SET expires_at = now() WHERE id = $1", [expired.id]);
    await this.owner.session("DELETE", `/api-keys/${revoked.id}`);
    add("expired key", { isNobody: true }, fixed(clientOf(url, { authorization: `Bearer ${expired.key}` })));
    add("revoked key", { isNobody: true }, fixed(clientOf(url, { authorization: `Bearer ${revoked.key}` })));
  }

  async #join(role: string): Promise<Account> {
    const account = await newAccount(this.gateway.url);
    const row = [this.targets.organizationId, account.userId, role];
    await this.gateway.services.pool.query("INSERT INTO memberships VALUES ($1, $2, $3)", row);
    return account;
  }

  async #impersonate(admin: Account, whom: Account): Promise<Client> {
    const answer = await admin.session("POST", "/auth/impersonate", { user_id: whom.userId, reason: "matrix" });
    return clientOf(this.gateway.url, { cookie: answer.headers.getSetCookie()[0]?.split(";")[0] ?? "" });
  }
}

async function send(call: Client, operation: Operation, input: Input): Promise<{ status: number; text: string }> {
  const method = input.method ?? operation.method.toUpperCase();
  return call(method, input.path, input.body, { "x-request-id": "matrix", ...input.headers });
}

describe("every operation as every kind of caller", function () {
  this.timeout(300_000);
  let scene: Scene;

  before(async () => {
    scene = await Scene.start();
  });
  after(() => scene.gateway.stop());

  it("has an input for every operation, and none for others", () => {
    expect(Object.keys(INPUTS)).to.have.members(OPERATIONS.map(({ operationId }) => operationId));
  });

  for (const operation of OPERATIONS) {
    it(`${operation.operationId} lets through whom the contract names`, async () => {
      const faults: string[] = [];
      for (const caller of scene.callers.filter(({ standing }) => isAsked(operation, standing)))
        faults.push(...(await scene.ask(operation, caller)));
      expect(faults).to.deep.equal([]);
    });
  }

  it("catches a handler that forgets the role, and one that tells that a thing exists (known bad)", async () => {
    const forgets = { handle: () => ({ body: { entries: [], next_cursor: null } }) };
    const bad = await Scene.start({ ...HANDLERS, listAudit: forgets });
    try {
      const operation = OPERATIONS.find(({ operationId }) => operationId === "listAudit")!;
      const faults = (await Promise.all(bad.callers.map((caller) => bad.ask(operation, caller)))).flat();
      expect(faults.join("\n")).to.match(/listAudit as viewer: 200 instead of 403/);
      expect(faults.join("\n")).to.match(/listAudit as outsider: 200 instead of 404/);
    } finally {
      await bad.gateway.stop();
    }
  });
});
