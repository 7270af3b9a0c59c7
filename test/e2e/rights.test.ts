import { expect } from "chai";
import { CLUSTER_ROLES, DATABASE_INSTANCES } from "../../adapters/kubernetes/resource-types.ts";
import type { KubeObject } from "../../adapters/kubernetes/kube-client.ts";
import { GATEWAY_RIGHTS, OPERATOR_RIGHTS, RIGHT_HOLDERS, type Right } from "../../contract/rights.ts";
import { registerAccount, type BerthClient } from "../support/berth-client.ts";
import { eventually } from "../support/eventually.ts";
import { runningCluster, startPlatform, type Platform } from "../support/platform.ts";
import { createInsistently, untilGone, untilRunning } from "../support/story.ts";
import { readAuditLines, spellRights, usedRights, type AuditLine } from "../support/used-rights.ts";

const HOLDERS = [
  { user: "berth-api", rights: GATEWAY_RIGHTS },
  { user: "berth-operator", rights: OPERATOR_RIGHTS },
] as const;

/** Why a right is declared though the story here does not need it. */
const BEYOND_THE_STORY: readonly (readonly [RegExp, string])[] = [
  [/upgraderequests/, "upgrades are the story of cluster-life.test.ts, with clusters of two Kubernetes versions"],
  [/databasebackups/, "backups need a cluster with an engine's operator"],
  [/ (get|list|create|patch|delete) databaseinstances/, "databases by REST are a story of their own"],
  [/^cluster: list (clusters|deployments)\./, "the gateway lists only where Postgres lost a write, or for an import"],
  [/^cluster: get deployments/, "read again only when a write met another one: promotions and 409 of deletions"],
  [/^cluster: get namespaces$/, "the gateway asks which cluster is its own when one is imported: import.test.ts"],
  [/^cluster: bind clusterroles/, "checked inside the API server when the operator binds the role; no request"],
  [/^own: (get|create|patch|delete) configmaps$/, "only a forced deletion leaves something: leftovers in simulations"],
  [/ (create|patch|delete) imageupdaters/, "image automation is the story of deployment-automation.test.ts"],
  [/ (list|create|patch|delete) resourcequotas/, "limits of organizations are set in test/api/amounts.test.ts"],
  [/^dns: /, "there is no ExternalDNS here: the story of its records is test/simulation/names-of-clusters.test.ts"],
  [/^certificates: /, "there is no cert-manager here: its story is test/simulation/certificates-of-clusters.test.ts"],
  [/^clusterApi: /, "there is no Cluster API here: test/operator/provisioners/cluster-api has exactly these rights"],
];

/** Whoever has an account may ask what it may do; berthctl does. */
const EVERYBODYS = /^cluster: create selfsubjectaccessreviews\./;

const allowed = (line: AuditLine): boolean => line.responseStatus?.code !== 403;

describe("Rights of gateway and operator on the management cluster", function () {
  this.timeout(900_000);
  let platform: Platform;
  let berth: BerthClient;
  let clusterId: string;
  let deploymentId: string;
  /** What was asked while all rights were there. */
  const lines: AuditLine[] = [];

  before(async () => {
    platform = await startPlatform();
    berth = await registerAccount(platform.url);
    clusterId = await runningCluster(berth, "rights");
    const { body: me } = await berth.call<{ organizations: { slug: string }[] }>("GET", "/auth/me");
    const namespace = `org-${me.organizations[0]?.slug ?? ""}`;
    await makeDatabase(namespace);
    await keepSecrets();
    const variables = [{ name: "TOKEN", secret_ref: "token" }];
    deploymentId = await createInsistently(berth, clusterId, "rightful", { environment_variables: variables });
    await untilRunning(berth, deploymentId);
    expect((await berth.call("GET", `/clusters/${clusterId}/kubeconfig`)).status).to.equal(200);
    expect((await berth.call("GET", `/clusters/${clusterId}/nodes`)).status).to.equal(200);
    expect((await berth.call("PATCH", `/deployments/${deploymentId}`, { replicas: 2 })).status).to.equal(200);
    expect((await berth.call("GET", `/deployments/${deploymentId}/events`)).status).to.equal(200);
    const channel = { version: "stable" };
    expect((await berth.call("PATCH", `/clusters/${clusterId}/component-bundle`, channel)).status).to.equal(200);
    const second = await createInsistently(berth, clusterId, "deleted");
    expect((await berth.call("DELETE", `/deployments/${second}`)).status).to.equal(200);
    await untilGone(berth, second);
    lines.push(...(await readAuditLines(platform)));
  });

  const makeDatabase = async (namespace: string): Promise<void> => {
    const metadata = { name: "orders", namespace };
    const what = { apiVersion: "hosting.berth.dev/v1alpha1", kind: "DatabaseInstance" };
    const body = { ...what, metadata, spec: { cluster: "nowhere", engine: "postgresql" } };
    await platform.management.create(DATABASE_INSTANCES, body, { fieldManager: "kubectl" });
    await eventually(async () => {
      const found = await platform.management.get(DATABASE_INSTANCES, metadata);
      expect(found?.["status"]).to.have.property("conditions");
    });
    await platform.management.delete(DATABASE_INSTANCES, metadata);
    await eventually(async () =>
      expect(await platform.management.get(DATABASE_INSTANCES, metadata)).to.equal(undefined),
    );
  };
  const keepSecrets = async (): Promise<void> => {
    for (const name of ["token", "gone"])
      expect((await berth.call("POST", "/secrets", { name, value: "first" })).status).to.equal(201);
    expect((await berth.call("PUT", "/secrets/token", { value: "second" })).status).to.equal(200);
    expect((await berth.call("GET", "/secrets")).status).to.equal(200);
    expect((await berth.call("DELETE", "/secrets/gone")).status).to.be.oneOf([200, 204]);
  };

  it("stop the story when one is taken away, until it is given back", async () => {
    const ref = { name: RIGHT_HOLDERS.gateway };
    type Role = KubeObject & Readonly<{ rules: readonly { apiGroups: string[]; verbs: string[] }[] }>;
    const role = await platform.management.get<Role>(CLUSTER_ROLES, ref);
    const setRules = (rules: unknown): Promise<unknown> =>
      platform.management.patch(CLUSTER_ROLES, ref, { kind: "merge", body: { rules } }, { fieldManager: "test" });
    const patch = async (): Promise<number> =>
      (await berth.call("PATCH", `/deployments/${deploymentId}`, { replicas: 3 })).status;
    await setRules(role?.rules.map((rule) => ({ ...rule, verbs: rule.verbs.filter((verb) => verb !== "patch") })));
    try {
      await eventually(async () => expect(await patch()).to.be.greaterThanOrEqual(500));
    } finally {
      await setRules(role?.rules);
    }
    await eventually(async () => expect(await patch()).to.equal(200));
    const seen = (await readAuditLines(platform)).length;
    expect((await berth.call("DELETE", `/clusters/${clusterId}?cascade=true`)).status).to.equal(200);
    await eventually(
      async () => expect((await berth.call("GET", `/clusters/${clusterId}`)).status).to.equal(404),
      240_000,
      250,
    );
    lines.push(...(await readAuditLines(platform)).slice(seen));
  });

  for (const { user, rights } of HOLDERS) {
    it(`are all that ${user} needs, and no more than that`, () => {
      const { used, undeclared } = usedRights(lines.filter(allowed), user, rights);
      const beyondEverybodys = [...undeclared].filter((right) => !EVERYBODYS.test(right));
      expect(beyondEverybodys, "used, not declared").to.deep.equal([]);
      const isBeyond = (right: string): boolean => BEYOND_THE_STORY.some(([pattern]) => pattern.test(right));
      const idle = spellRights(rights).filter((right) => !used.has(right) && !isBeyond(right));
      expect(idle, "declared, not used").to.deep.equal([]);
    });
  }

  it("were never asked for in vain, except for moments before the operator opens a new namespace", () => {
    const refused = lines.filter((line) => !allowed(line)).map(({ user, objectRef }) => [user.username, objectRef]);
    const inNewNamespace = ([user, ref]: (typeof refused)[number]): boolean =>
      user === "berth-api" && (ref as AuditLine["objectRef"])?.resource === "secrets";
    expect(refused.filter((one) => !inNewNamespace(one))).to.deep.equal([]);
  });

  it("are missed when one is not declared", () => {
    const without = (rights: readonly Right[], verb: string): Right[] =>
      rights.map((right) => ({ ...right, verbs: right.verbs.filter((one) => one !== verb) }));
    for (const { user, rights } of HOLDERS)
      expect([...usedRights(lines, user, without(rights, "create")).undeclared], user).to.not.deep.equal([]);
  });
});
