import { expect } from "chai";
import type { KubeClient, KubeObject } from "../../adapters/kubernetes/kube-client.ts";
import { PODS, SECRETS } from "../../adapters/kubernetes/resource-types.ts";
import type { Answer, BerthClient } from "../support/berth-client.ts";
import { DeploymentScene, TENANT_KINDS, handleOf, type DeploymentBody } from "../support/deployment-scene.ts";
import { eventually } from "../support/eventually.ts";
import { installVelero } from "../support/install-velero.ts";
import { startPlatform, tenantClient, type Platform } from "../support/platform.ts";
import { standingCluster } from "../support/standing-clusters.ts";
import { untilGone, untilRunning } from "../support/story.ts";
import { stopAtFailure } from "../support/stop-at-failure.ts";

type Place = Readonly<{ id: string; tenant: KubeClient; scene: DeploymentScene }>;
type KeyRef = Readonly<{ name: string; key: string }>;
type Variable = Readonly<{ name: string; value?: string; valueFrom?: { secretKeyRef: KeyRef } }>;
type Pod = KubeObject & Readonly<{ spec: { containers: readonly { env?: readonly Variable[] }[] } }>;
type Promoted = Readonly<{ new_deployment_id: string; source_deleted: boolean; code?: string }>;

/** What a deployment takes along wherever it goes. */
const ENVIRONMENT = { GREETING: "ahoy", OWN: "own-value", SHARED: "shared-value" };

describe("promotions on real clusters: shared to dedicated, on to another dedicated one, and back to shared", function () {
  this.timeout(900_000);
  stopAtFailure(this);
  let platform: Platform;
  let berth: BerthClient;
  let shared: Place;
  let first: Place;
  let second: Place;
  let shop: DeploymentBody;

  before(async () => {
    platform = await startPlatform();
    [shared, first, second] = await Promise.all([open("harbour"), open("quay"), open("pier")]);
    for (const { tenant } of [first, second]) await installVelero(tenant);
  });
  after(async () => {
    for (const place of [shared, first, second] as (Place | undefined)[]) await place?.tenant.close();
  });

  const open = async (name: Parameters<typeof standingCluster>[1]): Promise<Place> => {
    const { berth: owner, id } = await standingCluster(platform.url, name);
    berth = owner;
    const tenant = await tenantClient(berth, id, platform.homeDir);
    return { id, tenant, scene: new DeploymentScene(berth, tenant, id) };
  };
  const promote = (body: object): Promise<Answer<Promoted>> =>
    berth.call<Promoted>("POST", `/deployments/${shop.id}/promote?wait=300`, body);
  const arrived = async (answer: Answer<Promoted>): Promise<DeploymentBody> => {
    expect(answer.status, JSON.stringify(answer.body)).to.equal(201);
    await untilRunning(berth, answer.body.new_deployment_id);
    return (await berth.call<DeploymentBody>("GET", `/deployments/${answer.body.new_deployment_id}`)).body;
  };
  const pods = async ({ tenant }: Place, of: DeploymentBody): Promise<Pod[]> =>
    (await tenant.list<Pod>(PODS, { namespace: handleOf(of) })).items.filter(
      ({ metadata }) => metadata.deletionTimestamp === undefined,
    );
  /** Reads the environment as the kubelet would make it: from the pod, and the Secret that it points at. */
  const environment = async (place: Place, of: DeploymentBody): Promise<Record<string, string>> => {
    const [pod] = await pods(place, of);
    const values: Record<string, string> = {};
    for (const { name, value = "", valueFrom } of pod?.spec.containers[0]?.env ?? [])
      values[name] = valueFrom === undefined ? value : await secretValue(place, handleOf(of), valueFrom.secretKeyRef);
    return values;
  };
  const secretValue = async ({ tenant }: Place, namespace: string, { name, key }: KeyRef): Promise<string> => {
    const found = await tenant.get(SECRETS, { namespace, name });
    return Buffer.from((found?.["data"] as Record<string, string> | undefined)?.[key] ?? "", "base64").toString();
  };
  const ownSecrets = async ({ id }: DeploymentBody): Promise<string[]> => {
    const { body } = await berth.call<{ secrets: { name: string; deployment_id: string | null }[] }>(
      "GET",
      `/secrets?deployment_id=${id}`,
    );
    return body.secrets.filter((one) => one.deployment_id === id).map(({ name }) => name);
  };
  const countAll = async (): Promise<number> =>
    (await berth.call<{ total: number }>("GET", "/deployments?count=true")).body.total;

  it("takes configuration and own secrets along to a dedicated cluster; the source goes, its data stays", async () => {
    const created = await berth.call<DeploymentBody>("POST", "/deployments", {
      name: "shop",
      cluster_id: shared.id,
      app_type: "container",
      docker_image: "nginx:1.29",
      cpu_request: 0.01,
      memory_request_mb: 16,
      volumes: [{ path: "/data", sizeGb: 1 }],
      container_port: 8080,
      health_checks: { readiness: { type: "tcp", period_seconds: 7 } },
      environment_variables: [
        { name: "GREETING", value: ENVIRONMENT.GREETING },
        { name: "OWN", secret_ref: "own" },
        { name: "SHARED", secret_ref: "shared" },
      ],
    });
    expect(created.status, JSON.stringify(created.body)).to.equal(201);
    shop = created.body;
    for (const secret of [
      { name: "own", value: ENVIRONMENT.OWN, deployment_id: shop.id },
      { name: "shared", value: ENVIRONMENT.SHARED },
    ])
      expect((await berth.call("POST", "/secrets", secret)).status).to.equal(201);
    await untilRunning(berth, shop.id);
    shop = await shared.scene.read(shop);
    await eventually(async () => expect(await environment(shared, shop)).to.deep.equal(ENVIRONMENT));
    const source = shop;
    const claims = (await shared.scene.list(source, "Claim")).map(({ metadata }) => metadata.uid);
    expect(claims).to.have.length(1);
    const answer = await promote({ target_cluster_id: first.id, delete_source: true });
    expect(answer.body.source_deleted).to.equal(true);
    shop = await arrived(answer);
    expect(shop).to.include({ name: "shop", cluster_id: first.id, promoted_from: source.id });
    await eventually(async () => expect(await environment(first, shop)).to.deep.equal(ENVIRONMENT));
    const workload = JSON.stringify(await first.scene.live(shop, "Deployment"));
    expect(workload)
      .to.contain('"periodSeconds":7')
      .and.to.contain(`"claimName":"${handleOf(shop)}-data"`);
    await untilGone(berth, source.id);
    expect(await ownSecrets(shop)).to.deep.equal(["own"]);
    expect((await berth.call("GET", `/secrets/own?deployment_id=${source.id}`)).status).to.equal(404);
    // A ReplicaSet that has not seen its own deletion yet may make one more pod, which is collected a moment after it.
    await eventually(async () => expect(await pods(shared, source)).to.deep.equal([]));
    await eventually(async () => {
      const left = await shared.tenant.list(SECRETS, { namespace: handleOf(source) });
      expect(left.items.map(({ metadata }) => metadata.name).filter((name) => name.endsWith("-secrets"))).to.be.empty;
    });
    expect((await shared.scene.list(source, "Claim")).map(({ metadata }) => metadata.uid)).to.deep.equal(claims);
  });

  it("goes on to another dedicated cluster with its backups, while the source runs on untouched", async () => {
    shop = await first.scene.change(shop, { backups: { enabled: true, schedule: "daily" } });
    const source = shop;
    const running = (await pods(first, source)).map(({ metadata }) => metadata.uid);
    const overrides = { environment_variables: [{ name: "OWN", secret_ref: "own" }] };
    shop = await arrived(await promote({ target_cluster_id: second.id, overrides }));
    await eventually(async () => expect(await environment(second, shop)).to.deep.equal({ OWN: ENVIRONMENT.OWN }));
    await second.scene.live(shop, "Schedule", handleOf(shop), "velero");
    await eventually(async () => {
      const shown = await first.scene.read(source);
      expect([shown.status, shown["promoted_to"]]).to.deep.equal(["running", shop.id]);
    });
    expect((await pods(first, source)).map(({ metadata }) => metadata.uid)).to.deep.equal(running);
    expect(await environment(first, source)).to.deep.equal(ENVIRONMENT);
    expect([await ownSecrets(source), await ownSecrets(shop)]).to.deep.equal([["own"], ["own"]]);
  });

  it("is refused on a shared cluster with backups before anything is written, and goes there without them", async () => {
    const source = shop;
    const before = await countAll();
    const refused = await promote({ target_cluster_id: shared.id, delete_source: true });
    expect([refused.status, refused.body.code]).to.deep.equal([409, "backups_unavailable"]);
    expect([await countAll(), (await second.scene.read(source)).status]).to.deep.equal([before, "running"]);
    shop = await arrived(
      await promote({ target_cluster_id: shared.id, delete_source: true, overrides: { backups: null } }),
    );
    await eventually(async () => expect(await environment(shared, shop)).to.deep.equal({ OWN: ENVIRONMENT.OWN }));
    await untilGone(berth, source.id);
    await eventually(async () =>
      expect((await second.tenant.list(TENANT_KINDS.Schedule, { namespace: "velero" })).items).to.deep.equal([]),
    );
    expect(await ownSecrets(shop)).to.deep.equal(["own"]);
  });
});
