import { expect } from "chai";
import type { KubeClient, KubeObject } from "../../adapters/kubernetes/kube-client.ts";
import { APPLICATIONS, CONFIG_MAPS, NAMESPACES, PODS, SERVICES } from "../../adapters/kubernetes/resource-types.ts";
import { registerAccount, type BerthClient } from "../support/berth-client.ts";
import { startCustomerCluster, type CustomerCluster } from "../support/customer-cluster.ts";
import { kubeconfigOf } from "../support/customer-kubeconfig.ts";
import { eventually } from "../support/eventually.ts";
import { startPlatform, type Platform } from "../support/platform.ts";
import { untilGone, untilRunning } from "../support/story.ts";
import { WORKLOADS } from "../support/workloads.ts";
import { stopAtFailure } from "../support/stop-at-failure.ts";

type Row = Readonly<{ id: string; name: string; status: string; [member: string]: unknown }>;
type Imported = Readonly<{ imported: readonly Row[]; failed: readonly unknown[] }>;
type Condition = Readonly<{ type: string; status: string; reason: string; message: string }>;
type Step = Readonly<{ state: string; reason: string | null; message: string | null; next_retry_at: string | null }>;
type Planned = Row &
  Readonly<{ plan: { live_objects?: readonly { kind: string; action: string; restart: boolean; diff: string }[] } }>;

const OWN = "customer-live";
const NAMESPACE = "production";
const USER = { fieldManager: "kubectl-client-side-apply" } as const;

const workload = (name: string): KubeObject => ({
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { name, namespace: NAMESPACE },
  spec: {
    replicas: 1,
    selector: { matchLabels: { app: name } },
    template: {
      metadata: { labels: { app: name } },
      spec: { containers: [{ name: "main", image: "nginx:1.29", env: [{ name: "OWN", value: "kept" }] }] },
    },
  },
});

/** Workloads that their customer runs are taken over, changed, and let go. */
describe("the story of an adoption: what runs is staged, looked at, taken over without a restart, changed, let go", function () {
  this.timeout(900_000);
  stopAtFailure(this);
  let platform: Platform;
  let berth: BerthClient;
  let customer: CustomerCluster;
  let tenant: KubeClient;
  let clusterId: string;
  const rows = new Map<string, Row>();
  const idOf = (name: string): string => rows.get(name)?.id ?? "";
  let podsBefore: readonly string[];

  before(async () => {
    platform = await startPlatform();
    berth = await registerAccount(platform.url);
    customer = await startCustomerCluster(platform, OWN);
    ({ tenant } = customer);
    await eventually(() => tenant.create(NAMESPACES, { metadata: { name: NAMESPACE } }, USER));
    const service = { ports: [{ port: 80 }], selector: { app: "shop" } };
    await tenant.create(
      SERVICES,
      { apiVersion: "v1", kind: "Service", metadata: { name: "shop", namespace: NAMESPACE }, spec: service },
      USER,
    );
    for (const name of ["shop", "worker"]) await tenant.create(WORKLOADS, workload(name), USER);
    const config = { metadata: { name: "customers", namespace: NAMESPACE }, data: { is: "kept" } };
    await tenant.create(CONFIG_MAPS, config, USER);
    const imported = await berth.call<Row>("POST", "/clusters/import?wait=300", {
      name: "taken-over",
      provider: "local",
      region: "local-1",
      acknowledge_bundle_install: true,
      kubeconfig: kubeconfigOf(customer.access),
    });
    expect(imported.body.status, JSON.stringify(imported.body)).to.equal("running");
    clusterId = imported.body.id;
    await eventually(async () => {
      for (const name of ["shop", "worker"])
        expect(((await live(name))?.["status"] as Row | undefined)?.["readyReplicas"]).to.equal(1);
    }, 300_000);
    podsBefore = await pods();
    expect(podsBefore).to.have.length(2);
  });
  after(async () => {
    await (customer as CustomerCluster | undefined)?.stop();
  });

  const live = (name: string): Promise<KubeObject | undefined> => tenant.get(WORKLOADS, { namespace: NAMESPACE, name });
  const pods = async (): Promise<string[]> => {
    const { items } = await tenant.list(PODS, { namespace: NAMESPACE });
    return items.map(({ metadata }) => `${metadata.labels?.["app"] ?? ""} ${metadata.uid ?? ""}`).toSorted();
  };
  const application = async (name: string): Promise<KubeObject | undefined> => {
    const { items } = await platform.management.list(APPLICATIONS, {
      labelSelector: `hosting.berth.dev/id=${idOf(name)}`,
    });
    return items[0];
  };
  const read = async (name: string): Promise<Row> => (await berth.call<Row>("GET", `/deployments/${idOf(name)}`)).body;
  /** A refusal of the cluster is not in `failed`: it is told wherever the deployment is looked at. */
  const tellsRefusal = async (name: string): Promise<void> => {
    const path = `/deployments/${idOf(name)}`;
    const why = String(rows.get(name)?.["error_message"]);
    const { conditions } = (await berth.call<{ conditions: Condition[] }>("GET", path)).body;
    expect(
      conditions.find(({ type }) => type === "Stalled"),
      name,
    ).to.include({
      status: "True",
      reason: "WorkloadRefused",
      message: why,
    });
    const { steps } = (await berth.call<{ steps: Step[] }>("GET", `${path}/status`)).body;
    const failed = steps.find(({ state }) => state === "failed");
    expect(failed, JSON.stringify(steps)).to.include({ reason: "WorkloadRefused", message: why });
    expect(failed?.next_retry_at, "it is asked again").to.be.a("string");
    await eventually(async () => {
      const { events } = (await berth.call<{ events: Row[] }>("GET", `${path}/events`)).body;
      const told = events.find((event) => event["reason"] === "WorkloadRefused");
      expect(told, JSON.stringify(events)).to.include({ type: "Warning", source: "platform", message: why });
    });
  };
  const planSync = async (name: string): Promise<Planned["plan"]> => {
    const { status, body } = await berth.call<Planned>("POST", `/deployments/${idOf(name)}/sync?dry_run=true`);
    expect(status, JSON.stringify(body)).to.equal(200);
    return body.plan;
  };

  it("stages what was said, and touches nothing", async () => {
    const printed = [await live("shop"), await tenant.get(SERVICES, { namespace: NAMESPACE, name: "shop" })];
    const versions = printed.map((object) => object?.metadata.resourceVersion);
    const kinds = ["Deployment", "Service"];
    const items = printed.map((object, index) => ({
      ...object,
      apiVersion: index === 0 ? "apps/v1" : "v1",
      kind: kinds[index],
    }));
    const named = { namespace: NAMESPACE, kind: "Deployment" };
    const { status, body } = await berth.call<Imported>(
      "POST",
      `/deployments/import?cluster_id=${clusterId}&wait=300`,
      {
        workloads: [
          { ...named, name: "shop", manifest_yaml: JSON.stringify({ apiVersion: "v1", kind: "List", items }) },
          { ...named, name: "worker", docker_image: "nginx:1.29", extra_container_spec_yaml: "name: main" },
          { ...named, name: "ghost", docker_image: "nginx:1.29" },
          { ...named, name: "unknown", kind: "Gadget" },
          {
            ...named,
            name: "wrong",
            display_name: "wrong",
            manifest_yaml: JSON.stringify({
              ...workload("shop"),
              metadata: { name: "wrong" },
              spec: { paused: "maybe" },
            }),
          },
        ],
      },
    );
    expect(status, JSON.stringify(body)).to.equal(201);
    for (const row of body.imported) rows.set(row.name, row);
    const shown = body.imported.map((row) => [row.name, row.status, row["status_reason"]]);
    expect(shown, JSON.stringify(body.imported)).to.deep.equal([
      ["shop", "running", "StagedForImport"],
      ["worker", "running", "StagedForImport"],
      ["ghost", "failed", "WorkloadRefused"],
      ["wrong", "failed", "WorkloadRefused"],
    ]);
    for (const name of ["ghost", "wrong"]) await tellsRefusal(name);
    expect(rows.get("ghost")?.["error_message"]).to.contain("does not exist in the namespace production");
    expect(rows.get("wrong")?.["error_message"]).to.match(/^manifest_yaml: Deployment wrong: /);
    expect(body.failed).to.have.length(1);
    for (const name of ["shop", "worker"]) {
      const found = await application(name);
      const { sync, operationState } = found?.["status"] as { sync: Row; operationState?: unknown };
      expect([sync.status, operationState], name).to.deep.equal(["OutOfSync", undefined]);
    }
    expect(await application("ghost")).to.equal(undefined);
    const after = [await live("shop"), await tenant.get(SERVICES, { namespace: NAMESPACE, name: "shop" })];
    expect(after.map((object) => object?.metadata.resourceVersion)).to.deep.equal(versions);
    expect(await pods()).to.deep.equal(podsBefore);
  });

  it("shows what a sync would change on the live objects, also of a change that was made meanwhile", async () => {
    const { live_objects: objects = [] } = await planSync("shop");
    expect(objects.map(({ kind, restart, diff }) => [kind, restart, diff])).to.deep.equal([
      ["Deployment", false, ""],
      ["Service", false, ""],
    ]);
    const changed = await berth.call<Row>("PATCH", `/deployments/${idOf("worker")}?wait=300`, { replicas: 2 });
    expect([changed.status, changed.body["status_reason"]]).to.deep.equal([200, "StagedForImport"]);
    expect((await planSync("worker")).live_objects).to.deep.equal([
      {
        api_version: "apps/v1",
        kind: "Deployment",
        name: "worker",
        action: "update",
        restart: false,
        diff: "spec.replicas: 1 → 2",
      },
    ]);
    const stopped = await berth.call("POST", `/deployments/${idOf("worker")}/stop`);
    expect([stopped.status, stopped.body["code"]]).to.deep.equal([409, "conflict"]);
    expect(await pods()).to.deep.equal(podsBefore);
  });

  it("takes them over: the same pods run, and belong to Argo CD", async () => {
    for (const name of ["shop", "worker"]) {
      const { status } = await berth.call("POST", `/deployments/${idOf(name)}/sync`);
      expect(status).to.equal(200);
    }
    for (const name of ["shop", "worker"]) {
      await untilRunning(berth, idOf(name)).catch(async (error: unknown) => {
        throw new Error(JSON.stringify((await application(name))?.["status"]), { cause: error });
      });
      await eventually(async () =>
        expect(await read(name)).to.deep.include({ is_staged: false, status_reason: "Running" }),
      );
    }
    expect(await pods()).to.include.members([...podsBefore]);
    expect(await pods()).to.have.length(3);
    const [main] = (
      (await live("worker")) as unknown as { spec: { template: { spec: { containers: { env: unknown }[] } } } }
    ).spec.template.spec.containers;
    expect(main?.env).to.deep.equal([{ name: "OWN", value: "kept" }]);
  });

  it("rolls a change out", async () => {
    const changed = await berth.call("PATCH", `/deployments/${idOf("shop")}`, { docker_image: "nginx:1.30" });
    expect(changed.status, JSON.stringify(changed.body)).to.equal(200);
    await untilRunning(berth, idOf("shop"));
    await eventually(async () => {
      const now = (await pods()).filter((pod) => pod.startsWith("shop"));
      expect(now).to.have.length(1);
      expect(podsBefore).to.not.include(now[0]);
    });
    await eventually(async () => expect((await read("shop"))["docker_image_running"]).to.equal("nginx:1.30"));
  });

  it("lets go: orphaned it runs on, deleted it is gone, and the namespace is its customer's", async () => {
    const worker = (await pods()).filter((pod) => pod.startsWith("worker"));
    const ended = new Map([
      ["worker", "?orphan=true"],
      ["shop", ""],
      ["ghost", ""],
      ["wrong", ""],
    ]);
    for (const [name, query] of ended) {
      const { status } = await berth.call("DELETE", `/deployments/${idOf(name)}${query}`);
      expect(status).to.equal(200);
    }
    for (const name of ended.keys()) await untilGone(berth, idOf(name));
    await eventually(async () => expect(await live("shop")).to.equal(undefined));
    expect((await pods()).filter((pod) => pod.startsWith("worker"))).to.deep.equal(worker);
    const namespace = await tenant.get(NAMESPACES, { name: NAMESPACE });
    expect(namespace?.metadata.deletionTimestamp).to.equal(undefined);
    expect(await tenant.get(CONFIG_MAPS, { namespace: NAMESPACE, name: "customers" })).to.not.equal(undefined);
  });
});
