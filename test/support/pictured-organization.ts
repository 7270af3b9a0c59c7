import { writeOperatorWork } from "../../adapters/postgres/resources/operator-work.ts";
import {
  clientOf,
  newCluster,
  newDatabase,
  newDeployment,
  newKey,
  PASSWORD,
  personOf,
  type Person,
} from "../api/client.ts";
import type { TestGateway } from "../api/gateway.ts";
import { playEvent } from "./played-deployment.ts";
import { runWorkload } from "./run-workload.ts";
import { toldConditions } from "./told-conditions.ts";
import { placeOf } from "../api/find-object.ts";
import { makePlatformAdmin } from "../api/platform-admin.ts";

/**
 * Somebody who has one of everything, what stands for the parts of addresses that differ in each run, and the operator's word,
 * which is old after a minute.
 */
export type PicturedOrganization = Readonly<{
  person: Person;
  addressOf: (page: string) => string;
  tellWork: () => Promise<unknown>;
}>;

type Parts = Readonly<{ gateway: TestGateway; ada: Person; beganMs: number }>;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const FAULT = "There is no image mail:1.4.";
const SERVES = { connectionHost: "orders-rw.orders.svc", connectionPort: 5432, connectionSecretName: "orders-login" };

/** Makes an organization with one of everything that the console shows; what tells times tells those before `beganMs`. */
export async function furnishPictured(gateway: TestGateway, beganMs: number): Promise<PicturedOrganization> {
  const ada = await registerAda(gateway);
  const parts = { gateway, ada, beganMs };
  const clusterId = await makeCluster(parts);
  const shopId = await makeDeployments(parts, clusterId);
  const databaseId = await makeDatabase(parts, clusterId);
  const { webhookId, invitation } = await makeMeans(parts);
  const ids: Readonly<Record<string, string>> = {
    "/clusters/:id": `/clusters/${clusterId}`,
    "/deployments/:id": `/deployments/${shopId}`,
    "/databases/:id": `/databases/${databaseId}`,
    "/organization/webhooks/:id": `/organization/webhooks/${webhookId}`,
    "/invitations": `/invitations/${invitation}`,
  };
  return {
    person: ada,
    tellWork: () => writeOperatorWork(gateway.services.pool, workBefore(beganMs)),
    addressOf(page) {
      const known = Object.entries(ids).find(
        ([of]) => page === of || page.startsWith(`${of}/`) || page.startsWith(`${of}?`),
      );
      return known === undefined ? page : page.replace(...known);
    },
  };
}

async function registerAda({ url, services }: TestGateway): Promise<Person> {
  const account = { email: "ada@example.org", password: PASSWORD, name: "Ada" };
  const registered = await clientOf(url)("POST", "/auth/register", account);
  const ada = await personOf(url, account.email, (registered.headers.getSetCookie()[0] ?? "").split(";")[0] ?? "");
  await makePlatformAdmin({ services }, ada);
  const { id: organizationId, slug } = await make(ada, "/organizations", { name: "Harbour Works" });
  await ada.session("PATCH", "/auth/me", { active_organization_id: organizationId });
  return { ...ada, organizationId, slug };
}

type Made = Readonly<{ id: string; slug: string; accept_url: string }>;

async function make(ada: Person, path: string, body: object): Promise<Made> {
  const made = await ada.session<Made>("POST", path, body);
  if (made.status >= 300) throw new Error(`${path}: ${made.status} ${made.text}`);
  return made.body;
}

async function makeCluster({ gateway, ada }: Parts): Promise<string> {
  const id = await newCluster(ada.session, { name: "harbour", tier: "dedicated", kubernetes_version: "1.35.4" });
  await gateway.settle("Cluster", id);
  const asked = await make(ada, `/clusters/${id}/upgrades/request`, { to_version: "1.36" });
  await gateway.settle("UpgradeRequest", asked.id, "pending");
  return id;
}

async function makeDeployments({ gateway, ada, beganMs }: Parts, clusterId: string): Promise<string> {
  const commit = (number: number): object => ({
    path: "shop",
    commit: `c0ffee${number}`,
    contentHash: `hash-${number}`,
    committedAt: new Date(beganMs - (3 - number) * HOUR_MS).toISOString(),
  });
  await make(ada, "/secrets", { name: "API_TOKEN", value: "never-shown" });
  const shop = await newDeployment(ada.session, clusterId, {
    name: "shop",
    docker_image: "shop:1.3",
    replicas: 2,
    container_port: 80,
    environment_variables: [
      { name: "LOG_LEVEL", value: "info" },
      { name: "TOKEN", secret_ref: "API_TOKEN" },
    ],
  });
  await gateway.settle("Deployment", shop.id, "running", { requestId: "request-1", git: commit(1) });
  await ada.session("PATCH", `/deployments/${shop.id}`, { docker_image: "shop:1.4" });
  const conditions = toldConditions({ generation: 2, requestId: "request-2", beganMs: beganMs - 10 * MINUTE_MS });
  const running = { requestId: "request-2", git: commit(2), conditions, readyReplicas: 2 };
  await gateway.settle("Deployment", shop.id, "running", running);
  await makeRun({ gateway, ada, beganMs }, shop.id);
  await playEvent(gateway, shop.id, { source: "cluster", reason: "BackOff", message: "It was started again." });
  await make(ada, `/deployments/${shop.id}/previews`, { name: "shop-pr-7", image: "shop:pr-7", ttl: 86_400 });
  const mail = await newDeployment(ada.session, clusterId, { name: "mail", docker_image: "mail:1.4" });
  await gateway.settle("Deployment", mail.id, "failed", {
    conditions: toldConditions({
      generation: 1,
      until: "Healthy",
      reason: "ImageMissing",
      message: FAULT,
      beganMs: beganMs - 10 * MINUTE_MS,
    }),
    errorMessage: FAULT,
    statusReason: "ImageMissing",
  });
  return shop.id;
}

/** A run of what runs in the namespace of the deployment. */
async function makeRun({ gateway, ada }: Parts, deploymentId: string): Promise<void> {
  const { name } = await placeOf(gateway, deploymentId);
  await runWorkload(gateway.kube, name, name);
  await make(ada, `/deployments/${deploymentId}/runs`, { command: ["migrate", "--all"] });
}

async function makeDatabase({ gateway, ada, beganMs }: Parts, clusterId: string): Promise<string> {
  const { id } = await newDatabase(ada.session, clusterId, { name: "orders", storage_size_gb: 20 });
  const hoursBefore = (hours: number): string => new Date(beganMs - hours * HOUR_MS).toISOString();
  const window = { restorableFrom: hoursBefore(50), restorableUntil: hoursBefore(0.1) };
  await gateway.settle("DatabaseInstance", id, "running", { ...SERVES, ...window });
  const backup = await make(ada, `/databases/${id}/backups`, {});
  await gateway.settle("DatabaseBackup", backup.id, "completed", {
    databaseId: id,
    startedAt: hoursBefore(3),
    completedAt: hoursBefore(2.9),
  });
  return id;
}

type Means = Readonly<{ webhookId: string; invitation: string }>;

async function makeMeans({ ada }: Parts): Promise<Means> {
  const at = `/organizations/${ada.slug}`;
  const hook = await make(ada, `${at}/webhooks`, {
    url: "https://hooks.example.org/berth",
    description: "Tells the pier",
  });
  const guest = { email: "grace@example.org", role: "viewer" };
  const { accept_url: address } = await make(ada, `${at}/invitations`, guest);
  await newKey(ada.session, { name: "robot", scopes: ["clusters:read", "deployments:write"] });
  return { webhookId: hook.id, invitation: address.split("/").at(-1) ?? "" };
}

function workBefore(beganMs: number): Parameters<typeof writeOperatorWork>[1] {
  const at = (secondsBefore: number): string => new Date(beganMs - secondsBefore * 1_000).toISOString();
  return {
    queues: [{ name: "Deployment", waiting: 12, working: 1, oldest_seconds: 2.5 }],
    commits: { waiting: 0, branch_read: true, committed_at: at(20) },
    projection: { waiting: 0, lag_seconds: 0 },
    recent: [
      { at: at(30), waiting: 40, commits_waiting: 3, lag_seconds: 1 },
      { at: at(20), waiting: 20, commits_waiting: 1, lag_seconds: 0 },
      { at: at(10), waiting: 12, commits_waiting: 0, lag_seconds: 0 },
    ],
  };
}
