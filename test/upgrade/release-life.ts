/*
 * A varied life on a fresh platform, of which a release is recorded: people and keys, clusters of several providers, what
 * runs on them with as many fields as there are, databases, backups, upgrade requests, secrets, webhooks, invoices' settings.
 */
import { CLUSTERS, DEPLOYMENTS } from "../../adapters/kubernetes/resource-types.ts";
import { API_GROUP, API_VERSION } from "../../contract/identity.ts";
import { clientOf, newAccount, newKey, PASSWORD, type Account, type Client } from "../api/client.ts";
import { FEATURES } from "../support/deployment-input.ts";
import { eventually } from "../support/eventually.ts";
import type { RecordedAccount, RecordedRead } from "./release-files.ts";
import { ADMIN, type ReleaseScene } from "./release-scene.ts";

/** What a life left behind, to be asked for again. */
type Life = Readonly<{
  accounts: Readonly<Record<string, RecordedAccount>>;
  reads: () => Promise<RecordedRead[]>;
}>;
type Made = Readonly<{ id: string; status: string; name: string }>;

const SETTLED_MS = 600_000;
/** Features that want another platform: Vault, or workloads that ran before. */
const ELSEWHERE = /vault|ran before|release command/;
const SPECS = [
  { appType: "database", dockerImage: "redis:8", storageSizeGb: 5 },
  { appType: "static_site", dockerImage: "nginx:1.29", containerPort: 80 },
  { appType: "container", dockerImage: "busybox:1.37", command: ["sleep"], args: ["infinity"] },
  {
    appType: "helm",
    helmRepoUrl: "https://charts.example.com",
    helmChartName: "redis",
    customValuesYaml: "replicas: 2\n",
  },
  { appType: "api", dockerImage: "api:1", imageUpdateStrategy: "semver", replicas: 2, containerPort: 3000 },
] as const;

/** Lives; everything is at rest when it returns. */
export async function liveOn(scene: ReleaseScene, url: string): Promise<Life> {
  const owner = await newAccount(url);
  const guest = await newAccount(url);
  const admin = await signIn(url);
  const { call } = owner;
  const team = await people(owner, guest);
  const [shared = "", dedicated = ""] = await clusters(owner, scene);
  const deployed = await deployments(owner, shared);
  await byKubectl(scene, owner);
  const databases = await databasesOn(call, dedicated);
  await ask(call, "POST", `/clusters/${dedicated}/upgrades/request`, {
    to_version: "1.36",
    upgrade_notes: "Before the freeze",
  });
  await allSettled(call);
  const accounts = { owner: accountOf(owner), guest: accountOf(guest), admin };
  const own = [
    "/auth/me",
    "/organizations",
    "/api-keys",
    "/clusters",
    "/deployments",
    "/databases",
    "/secrets",
    `${team}/members`,
    `${team}/webhooks`,
    `${team}/invitations`,
    `${team}/invoice-settings`,
    `${team}/audit?limit=20`,
    ...[shared, dedicated].flatMap((id) => [`/clusters/${id}`, `/clusters/${id}/upgrades`]),
    ...deployed.flatMap((id) => ["", "/values", "/revisions", "/status"].map((part) => `/deployments/${id}${part}`)),
    ...databases.flatMap((id) => [`/databases/${id}`, `/databases/${id}/backups`]),
  ];
  const paths = [
    ...own.map((path) => ({ as: "owner", path })),
    { as: "guest", path: "/auth/me" },
    { as: "guest", path: "/organizations" },
  ];
  return { accounts, reads: () => readAll(url, accounts, paths) };
}

/** Asks for everything again, as the same people. */
export async function readAll(
  url: string,
  accounts: Readonly<Record<string, RecordedAccount>>,
  paths: readonly Readonly<{ as: string; path: string }>[],
): Promise<RecordedRead[]> {
  const reads: RecordedRead[] = [];
  for (const { as, path } of paths) {
    const client = clientOf(url, { authorization: `Bearer ${accounts[as]?.key ?? ""}` });
    const { status, body, text } = await client("GET", path);
    if (status !== 200) throw new Error(`GET ${path} as ${as}: ${status} ${text}`);
    reads.push({ as, path, body });
  }
  return reads;
}

async function ask<T = Record<string, unknown>>(
  call: Client,
  method: string,
  path: string,
  body?: unknown,
): Promise<T> {
  const answer = await call<T>(method, path, body);
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
  return answer.body;
}

const accountOf = ({ email, key, cookie }: Account): RecordedAccount => ({ email, password: PASSWORD, key, cookie });

async function signIn(url: string): Promise<RecordedAccount> {
  const answer = await eventually(async () => {
    const found = await clientOf(url)("POST", "/auth/login", ADMIN);
    if (found.status !== 200) throw new Error(found.text);
    return found;
  });
  const cookie = (answer.headers.getSetCookie()[0] ?? "").split(";")[0] ?? "";
  const { key } = await newKey(clientOf(url, { cookie }));
  return { ...ADMIN, key, cookie };
}

/** Makes an organization with a guest, and answers its slug. */
async function people({ session, call }: Account, guest: Account): Promise<string> {
  const { slug } = await ask<{ slug: string }>(session, "POST", "/organizations", { name: "Harbour Works" });
  const team = `/organizations/${slug}`;
  const invited = await ask<{ accept_url?: string }>(session, "POST", `${team}/invitations`, {
    email: guest.email,
    role: "viewer",
  });
  await ask(guest.session, "POST", `/invitations/${invited.accept_url?.split("/").at(-1) ?? ""}/accept`);
  await ask(session, "POST", `${team}/invitations`, { email: "grace@example.org" });
  const address = { address_line1: "Quay 1", city: "Antwerp", postal_code: "2000", country_code: "BE" };
  const bills = { contact_email: "bills@example.org", company_name: "Harbour Works", ...address };
  await ask(call, "PATCH", `${team}/invoice-settings`, bills);
  for (const name of ["token", "Token_1", "other", "spare"])
    await ask(call, "POST", "/secrets", { name, value: `value of ${name}` });
  await ask(call, "DELETE", "/secrets/spare");
  await ask(session, "PATCH", team, { name: "Harbour Works & Sons" });
  await keysAndWebhooks(session, team);
  return team;
}

async function keysAndWebhooks(session: Client, team: string): Promise<void> {
  const ci = await newKey(session, { name: "ci", scopes: ["deployments:read", "deployments:write"] });
  await ask(session, "PATCH", `/api-keys/${ci.id}`, { description: "Of the pipeline" });
  await ask(session, "POST", `/api-keys/${ci.id}/rotate`);
  const old = await newKey(session, { name: "old" });
  await ask(session, "DELETE", `/api-keys/${old.id}`);
  const hook = { url: "http://127.0.0.1:9/hook", kinds: ["Deployment"], enabled: false };
  const { id } = await ask<Made>(session, "POST", `${team}/webhooks`, hook);
  await ask(session, "PATCH", `${team}/webhooks/${id}`, { description: "Of the chat" });
  await ask(session, "POST", `${team}/webhooks/${id}/rotate-secret`);
}

async function clusters({ call }: Account, scene: ReleaseScene): Promise<string[]> {
  const place = { provider: "local", region: "local-1" };
  const bodies = [
    { name: "one", tier: "shared", ...place },
    { name: "two", tier: "dedicated", kubernetes_version: "1.35.4", server_type: "small", node_count: 2, ...place },
    { name: "three", tier: "production", server_type: "medium", node_count: 3, ...place },
  ];
  const ids: string[] = [];
  for (const body of bodies) ids.push((await ask<Made>(call, "POST", "/clusters?wait=300", body)).id);
  const namespace = (await scene.admin.list(CLUSTERS)).items[0]?.metadata.namespace ?? "";
  // A provider that this installation does not have: such a resource waits, and is upgraded all the same.
  const spec = { provider: "hetzner", region: "fsn1", tier: "dedicated", nodeCount: 2 };
  await scene.admin.create(
    CLUSTERS,
    { ...named("Cluster", "elsewhere", namespace), spec },
    { fieldManager: "kubectl" },
  );
  return ids;
}

function named(
  kind: string,
  name: string,
  namespace: string,
): Readonly<{ apiVersion: string; kind: string; metadata: { name: string; namespace: string } }> {
  return { apiVersion: `${API_GROUP}/${API_VERSION}`, kind, metadata: { name, namespace } };
}

async function deployments({ call }: Account, clusterId: string): Promise<string[]> {
  const shop = {
    name: "shop",
    cluster_id: clusterId,
    app_type: "web_app",
    docker_image: "nginx:1.29",
    container_port: 8080,
  };
  const { id } = await ask<Made>(call, "POST", "/deployments?wait=300", {
    ...shop,
    replicas: 2,
    environment_variables: [{ name: "TOKEN", secret_ref: "token" }],
  });
  await ask(call, "PATCH", `/deployments/${id}?wait=300`, { replicas: 3 });
  await ask(call, "PATCH", `/deployments/${id}?wait=300`, { docker_image: "nginx:1.29.1" });
  const plain = await ask<Made>(call, "POST", "/deployments?wait=300", {
    ...shop,
    name: "plain",
    volumes: [{ path: "/data", sizeGb: 2 }],
  });
  const gone = await ask<Made>(call, "POST", "/deployments?wait=300", { ...shop, name: "gone" });
  await ask(call, "DELETE", `/deployments/${gone.id}?wait=300`);
  return [id, plain.id];
}

/** What people applied themselves: every feature once, and every type of application. */
async function byKubectl({ admin, dns }: ReleaseScene, { slug }: Account): Promise<void> {
  // The proof is remembered: an upgrade finds no record any more.
  dns.records.set("_berth.shop.example.org", [`berth-organization=${slug}`]);
  const features = Object.entries(FEATURES).filter(([name]) => !ELSEWHERE.test(name));
  const specs = [
    ...features.map(([, members]) => ({ appType: "web_app", dockerImage: "nginx:1.29", ...members })),
    ...SPECS,
  ];
  for (const [index, spec] of specs.entries()) {
    const object = { ...named("Deployment", `feature-${index}`, `org-${slug}`), spec: { cluster: "one", ...spec } };
    await admin.create(DEPLOYMENTS, object, { fieldManager: "kubectl", strict: true });
  }
}

async function databasesOn(call: Client, clusterId: string): Promise<string[]> {
  const orders = {
    name: "orders",
    cluster_id: clusterId,
    engine: "postgresql",
    extensions: ["pg_trgm"],
    backup_retention_days: 90,
  };
  const { id } = await ask<Made>(call, "POST", "/databases?wait=300", orders);
  await ask(call, "POST", `/databases/${id}/backups?wait=300`, {});
  const second = await ask<Made>(call, "POST", "/databases", {
    name: "legacy",
    cluster_id: clusterId,
    engine: "mysql",
    backup_enabled: false,
  });
  return [id, second.id];
}

/** A cluster of another provider has nobody to make it: it rests as it is. */
async function allSettled(call: Client): Promise<void> {
  await eventually(async () => {
    const { deployments: all } = await ask<{ deployments: Made[] }>(call, "GET", "/deployments?limit=200");
    const { databases } = await ask<{ databases: Made[] }>(call, "GET", "/databases");
    const moving = [...all, ...databases].filter(
      ({ status }) => !["running", "stopped", "failed", "error"].includes(status),
    );
    if (moving.length > 0)
      throw new Error(`Not at rest: ${moving.map(({ name, status }) => `${name} ${status}`).join(", ")}`);
  }, SETTLED_MS);
}
