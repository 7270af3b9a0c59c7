import { join } from "node:path";
import { expect } from "chai";
import { parse } from "yaml";
import type { KubeClient, KubeObject } from "../../adapters/kubernetes/kube-client.ts";
import { PODS, SECRETS } from "../../adapters/kubernetes/resource-types.ts";
import { createBerthClient, type BerthClient } from "../support/berth-client.ts";
import { DeliveryRepository } from "../support/delivery-repository.ts";
import { eventually } from "../support/eventually.ts";
import { dumpFolder, dumpObjects, dumpPostgres, findCanaries, type Place } from "../support/find-canaries.ts";
import { startPlatform, tenantClient, type Platform } from "../support/platform.ts";
import { standingCluster } from "../support/standing-clusters.ts";
import { untilGone, untilRunning } from "../support/story.ts";

type Deployment = Readonly<{ id: string; status: string; status_reason: string; git_path: string; namespace: string }>;
type KeyRef = Readonly<{ name: string; key: string }>;
type Variable = Readonly<{ name: string; valueFrom?: { secretKeyRef?: KeyRef } }>;
type Pod = KubeObject & Readonly<{ spec: { containers: readonly { env?: readonly Variable[] }[] } }>;

const CANARIES = {
  "the organization's secret": "canary-organization-7f3a91",
  "its next version": "canary-replaced-2b8c44",
  "the deployment's secret": "canary-deployment-9e1d07",
  "a refused secret": "canary-refused-5a6f20",
  "a password": "canary-password-c41b88",
};

function isOurs({ labels, deletionTimestamp }: KubeObject["metadata"], id: string): boolean {
  return deletionTimestamp === undefined && labels?.["hosting.berth.dev/id"] === id;
}

describe("Secrets on the embedded platform", function () {
  this.timeout(900_000);
  let platform: Platform;
  let berth: BerthClient & Readonly<{ key: string; email: string }>;
  let tenant: KubeClient;
  let clusterId: string;
  let deploymentId: string;
  let webhook: string;
  const answers: Place[] = [];

  before(async () => {
    platform = await startPlatform();
    ({ berth, id: clusterId } = await standingCluster(platform.url, "harbour"));
    tenant = await tenantClient(berth, clusterId, platform.homeDir);
  });
  after(async () => {
    // Nobody is there: what later files do on this account would be sent to it again and again.
    await berth.call("DELETE", webhook);
    await (tenant as KubeClient | undefined)?.close();
  });

  const call = async (method: string, path: string, body?: unknown): Promise<Record<string, unknown>> => {
    const answer = await berth.call(method, path, body);
    answers.push({ name: `the answer to ${method} ${path}`, text: JSON.stringify(answer.body) });
    return { ...answer.body, httpStatus: answer.status };
  };

  /** Reads the environment as the kubelet would make it: from the pod, and the Secret that it points at. */
  const environment = async (): Promise<Record<string, string>> => {
    const pod = (await tenant.list<Pod>(PODS)).items.find(({ metadata }) => isOurs(metadata, deploymentId));
    const namespace = pod?.metadata.namespace ?? "";
    const values: Record<string, string> = {};
    for (const { name, valueFrom } of pod?.spec.containers[0]?.env ?? [])
      values[name] = await valueOf(namespace, valueFrom?.secretKeyRef);
    return values;
  };

  const valueOf = async (namespace: string, ref: KeyRef | undefined): Promise<string> => {
    if (ref === undefined) return "";
    const found = await tenant.get(SECRETS, { namespace, name: ref.name });
    return Buffer.from((found?.["data"] as Record<string, string> | undefined)?.[ref.key] ?? "", "base64").toString();
  };

  /** Makes secrets that their own answer shows, and nothing else may. */
  const makeWhatIsShownOnce = async (): Promise<Record<string, string>> => {
    const { body: me } = await berth.call<{ organizations: { slug: string }[] }>("GET", "/auth/me");
    const webhooks = `/organizations/${me.organizations[0]?.slug ?? ""}/webhooks`;
    const hook = await berth.call<{ id: string; secret: string }>("POST", webhooks, {
      url: "https://hooks.example.org/berth",
    });
    webhook = `${webhooks}/${hook.body.id}`;
    const { body } = await berth.call<{ kubeconfig: string }>("GET", `/clusters/${clusterId}/kubeconfig`);
    const user = parse(body.kubeconfig) as { users: { user: { token: string } }[] };
    const token = user.users[0]?.user.token ?? "";
    const { email, password } = platform.stack.connection.admin;
    const login = await createBerthClient(platform.url).call("POST", "/auth/login", { email, password });
    const cookie = login.headers.getSetCookie()[0]?.split(/[=;]/)[1] ?? "";
    const shown = { "a webhook's secret": hook.body.secret, "a kubeconfig's token": token, "a session": cookie };
    for (const [what, secret] of Object.entries(shown)) expect(secret.length, what).to.be.greaterThan(20);
    return shown;
  };

  it("waits for a secret that is not there, says which, and goes on by itself", async () => {
    const created = await call("POST", "/deployments", {
      name: "with-secrets",
      cluster_id: clusterId,
      app_type: "container",
      docker_image: "nginx:1.29",
      environment_variables: [
        { name: "SHARED", secret_ref: "shared.token" },
        { name: "OWN", secret_ref: "OWN_TOKEN" },
      ],
    });
    expect(created["httpStatus"], JSON.stringify(created)).to.equal(201);
    deploymentId = String(created["id"]);
    await eventually(async () => {
      const seen = await call("GET", `/deployments/${deploymentId}`);
      expect(seen["error_message"]).to.contain('"OWN_TOKEN", "shared.token"');
    });
    const shared = { name: "shared.token", value: CANARIES["the organization's secret"] };
    expect((await call("POST", "/secrets", shared))["httpStatus"]).to.equal(201);
    const own = { name: "OWN_TOKEN", value: CANARIES["the deployment's secret"], deployment_id: deploymentId };
    expect((await call("POST", "/secrets", own))["httpStatus"]).to.equal(201);
    await untilRunning(berth, deploymentId);
    await eventually(async () =>
      expect(await environment()).to.deep.equal({
        SHARED: CANARIES["the organization's secret"],
        OWN: CANARIES["the deployment's secret"],
      }),
    );
  });

  it("restarts the pods with a new version", async () => {
    const podsBefore = new Set((await tenant.list(PODS)).items.map(({ metadata }) => metadata.uid));
    await call("PUT", "/secrets/shared.token", { value: CANARIES["its next version"] });
    await eventually(async () => {
      const pods = (await tenant.list(PODS)).items.filter(({ metadata }) => metadata.deletionTimestamp === undefined);
      expect(pods.filter(({ metadata }) => podsBefore.has(metadata.uid))).to.deep.equal([]);
      expect((await environment())["SHARED"]).to.equal(CANARIES["its next version"]);
    });
    await untilRunning(berth, deploymentId);
  });

  it("leaves a value nowhere but in the store", async () => {
    const { "a refused secret": refused, "a password": password } = CANARIES;
    await call("POST", "/secrets", { name: "bad name", value: refused });
    await call("POST", "/secrets", { name: "x", value: [refused] });
    await call("POST", "/secrets", { name: "x", value: refused, extra: refused.length });
    await call("PUT", "/secrets/none", { value: refused });
    const anonymous = createBerthClient(platform.url);
    for (const body of [
      { email: berth.email, password },
      { email: "no address", password },
      { email: berth.email, password, more: 1 },
    ]) {
      const answer = await anonymous.call("POST", "/auth/login", body);
      answers.push({ name: "the answer to a login", text: JSON.stringify(answer.body) });
    }
    const shownOnce = await makeWhatIsShownOnce();
    const repository = new DeliveryRepository(platform.stack);
    repository.fetch();
    const git = { name: "Git's history", text: repository.git("log", "-p", "--all", "--format=%B") };
    repository.remove();
    const { connection } = platform.stack;
    const metrics = await fetch(connection.metrics_url);
    const places = [
      ...answers,
      git,
      { name: "metrics", text: await metrics.text() },
      ...(await dumpPostgres(connection.postgres_url)),
      ...(await dumpObjects("management", platform.management)),
      ...(await dumpObjects("tenant", tenant)),
      ...dumpFolder(join(platform.homeDir, "logs")),
    ];
    expect(places.length).to.be.greaterThan(100);
    expect(git.text).to.contain("with-secrets");
    const tokens = {
      ...CANARIES,
      ...shownOnce,
      "an API key": berth.key,
      "the Git token": connection.git.token,
      "the service token": connection.service_token,
      "the admin's password": connection.admin.password,
    };
    expect(findCanaries(places, tokens)).to.deep.equal([]);
  });

  it("finds a canary in each of those places when one is planted (known bad)", async () => {
    const canary = "planted-0d4c2e";
    await call("POST", "/deployments?dry_run=true", {
      name: "planted",
      cluster_id: clusterId,
      app_type: "container",
      docker_image: "nginx:1.29",
      environment_variables: [{ name: "LITERAL", value: canary }],
    });
    await call("PATCH", `/deployments/${deploymentId}`, {
      environment_variables: [{ name: "LITERAL", value: canary }],
    });
    await untilRunning(berth, deploymentId);
    const repository = new DeliveryRepository(platform.stack);
    repository.fetch();
    const git = { name: "Git", text: repository.git("log", "-p", "--all", "--format=%B") };
    repository.remove();
    const planted = { planted: canary };
    expect(findCanaries(answers, planted)).to.not.deep.equal([]);
    expect(findCanaries([git], planted)).to.deep.equal(["planted in Git"]);
    expect(findCanaries(await dumpPostgres(platform.stack.connection.postgres_url), planted)).to.not.deep.equal([]);
    expect(findCanaries(await dumpObjects("management", platform.management), planted)).to.not.deep.equal([]);
    await eventually(async () => expect(findCanaries(await dumpObjects("t", tenant), planted)).to.not.deep.equal([]));
    const hidden = Buffer.from(`ab${canary}cd`).toString("base64");
    expect(findCanaries([{ name: "base64", text: hidden }], planted)).to.deep.equal(["planted in base64"]);
  });

  it("takes away what nothing means any more, and a deployment's own secrets with it", async () => {
    await eventually(async () => {
      const left = (await tenant.list(SECRETS)).items.filter(({ metadata }) => metadata.name.endsWith("-secrets"));
      expect(left.map(({ metadata }) => metadata.name)).to.deep.equal([]);
    });
    await call("DELETE", `/deployments/${deploymentId}`);
    await untilGone(berth, deploymentId);
    await eventually(async () => {
      const { secrets } = (await call("GET", "/secrets")) as unknown as { secrets: { name: string }[] };
      expect(secrets.map(({ name }) => name)).to.deep.equal(["shared.token"]);
    });
  });

  it("keeps them on request", async () => {
    const created = await call("POST", "/deployments", {
      name: "keeps",
      cluster_id: clusterId,
      app_type: "container",
      docker_image: "nginx:1.29",
    });
    const { id } = created as unknown as Deployment;
    await call("POST", "/secrets", { name: "KEPT", value: "x", deployment_id: id });
    await call("DELETE", `/deployments/${id}?keep_secrets=true`);
    await untilGone(berth, id);
    expect((await call("GET", `/secrets/KEPT?deployment_id=${id}`))["httpStatus"]).to.equal(200);
    expect((await call("PUT", `/secrets/KEPT?deployment_id=${id}`, { value: "y" }))["httpStatus"]).to.equal(404);
    expect((await call("DELETE", `/secrets/KEPT?deployment_id=${id}`))["httpStatus"]).to.equal(200);
  });
});
