import { expect } from "chai";
import { parse } from "yaml";
import type { KubeClient, KubeObject } from "../../adapters/kubernetes/kube-client.ts";
import { APPLICATIONS, DEPLOYMENTS, HTTP_ROUTES, INGRESSES, PODS } from "../../adapters/kubernetes/resource-types.ts";
import { DeliveryRepository } from "../support/delivery-repository.ts";
import { eventually } from "../support/eventually.ts";
import { createAppFetch } from "../support/fetch-app.ts";
import { startPlatform, tenantClient, type Platform } from "../support/platform.ts";
import { standingCluster, type StandingCluster } from "../support/standing-clusters.ts";
import { stopAtFailure } from "../support/stop-at-failure.ts";

type Deployment = Readonly<{
  id: string;
  status: string;
  git_path: string;
  values_yaml: string;
  endpoint_url: string;
  cluster_status: string;
  [member: string]: unknown;
}>;
type Pod = KubeObject &
  Readonly<{
    spec: { containers: { env?: { name: string; value: string }[]; readinessProbe?: unknown }[] };
    status?: { conditions?: { type: string; status: string }[] };
  }>;

const isReady = (pod: Pod): boolean =>
  pod.metadata.deletionTimestamp === undefined &&
  pod.status?.conditions?.some((condition) => condition.type === "Ready" && condition.status === "True") === true;

/** Each step of the story depends on the one before: a person's way from sign-up to clean-up, on the real processes. */
describe("the story: from sign-up to a running application and away again", function () {
  this.timeout(900_000);
  stopAtFailure(this);
  let platform: Platform;
  let berth: StandingCluster["berth"];
  let quay: string;
  let repository: DeliveryRepository;
  let tenant: KubeClient;
  let clusterId: string;
  let deployment: Deployment;
  let handle: string;

  before(async () => {
    platform = await startPlatform();
    repository = new DeliveryRepository(platform.stack);
    ({ berth, id: quay } = await standingCluster(platform.url, "quay"));
  });
  after(async () => {
    (repository as DeliveryRepository | undefined)?.remove();
    await (tenant as KubeClient | undefined)?.close();
  });

  const readyPods = async (): Promise<Pod[]> =>
    (await tenant.list<Pod>(PODS, { namespace: handle })).items.filter(isReady);

  it("makes a shared cluster that runs within the wait", async () => {
    type Created = Readonly<{ id: string; status: string; conditions: readonly { type: string; status: string }[] }>;
    const created = await berth.call<Created>("POST", "/clusters?wait=300", {
      name: "story",
      provider: "local",
      region: "local-1",
      tier: "shared",
    });
    expect(created.status).to.equal(200);
    expect(created.body.status, JSON.stringify(created.body)).to.equal("running");
    const listens = created.body.conditions.find(({ type }) => type === "GatewayListens");
    expect(listens?.status, "its Gateway is being made, and at fault for nothing").to.be.oneOf(["Unknown", "True"]);
    clusterId = created.body.id;
  });

  it("hands out a kubeconfig that works", async () => {
    tenant = await tenantClient(berth, clusterId, platform.homeDir);
    const { items } = await tenant.list(PODS, { namespace: "kube-system" });
    expect(items).to.be.an("array");
  });

  it("runs a web application with two replicas", async () => {
    const created = await berth.call<Deployment>("POST", "/deployments?wait=300", {
      name: "shop",
      cluster_id: clusterId,
      app_type: "web_app",
      docker_image: "nginx:1.29",
      replicas: 2,
      container_port: 8080,
    });
    expect(created.status, JSON.stringify(created.body)).to.equal(201);
    expect(created.body.status, JSON.stringify(created.body)).to.equal("running");
    deployment = created.body;
    handle = deployment.git_path.split("/")[3]!;
    expect(await readyPods()).to.have.length(2);
  });

  it("delivered it by one commit with the values and the Application", () => {
    const cluster = deployment.git_path.split("/")[1]!;
    expect(repository.commits(deployment.git_path)).to.have.length(1);
    expect(repository.commits(`clusters/${cluster}/applications/${handle}.yaml`)).to.deep.equal(
      repository.commits(deployment.git_path),
    );
    expect(repository.read(deployment.git_path)).to.equal(deployment.values_yaml);
  });

  it("tells the way of the change, from the request to healthy pods", async () => {
    type Chain = Readonly<{ steps: { state: string }[]; commit: string; synced_revision: string; request_id: string }>;
    const { body } = await berth.call<Chain>("GET", `/deployments/${deployment.id}/status`);
    expect(body.steps.map(({ state }) => state)).to.deep.equal(["done", "done", "done", "done", "done"]);
    expect([body.commit]).to.deep.equal(repository.commits(deployment.git_path));
    expect([body.synced_revision, body.request_id].every((told) => told.length > 8)).to.equal(true);
  });

  it("shows where it is delivered and where it answers", async () => {
    const { body } = await berth.call<Deployment>("GET", `/deployments/${deployment.id}`);
    expect(body.cluster_status).to.equal("running");
    expect(body.endpoint_url).to.match(/^https?:\/\/.*apps\.localhost/);
    expect(parse(body.values_yaml)).to.be.an("object");
  });

  it("answers there by the Gateway that its cluster has from the start, without an Ingress", async () => {
    const { body } = await berth.call("GET", `/clusters/${clusterId}`);
    expect(body["routing"]).to.equal("gateway");
    type Parent = Readonly<{ conditions: readonly Readonly<{ type: string; status: string }>[] }>;
    await eventually(async () => {
      const ref = { namespace: handle, name: handle };
      const route = await tenant.get<KubeObject & { status?: { parents: Parent[] } }>(HTTP_ROUTES, ref);
      const said = route?.status?.parents.flatMap(({ conditions }) =>
        conditions.map((one) => `${one.type} ${one.status}`),
      );
      expect(said).to.deep.equal(["Accepted True", "ResolvedRefs True"]);
    });
    expect((await tenant.list(INGRESSES, { namespace: handle })).items).to.deep.equal([]);
    const fetchPage = await createAppFetch(platform.stack.connection.apps);
    // Its nodes are simulated: the front knows the route, and says so.
    await eventually(async () => expect((await fetchPage(deployment.endpoint_url)).status).to.equal(503));
    const { origin } = new URL(deployment.endpoint_url.replace("shop", "stop"));
    expect((await fetchPage(origin)).status, "a name that nobody has").to.equal(404);
    await eventually(async () => {
      const { body: shown } = await berth.call<{
        gateway_address: string;
        conditions: { type: string; status: string }[];
      }>("GET", `/clusters/${clusterId}`);
      const listens = shown.conditions.find(({ type }) => type === "GatewayListens");
      expect([listens?.status, shown.gateway_address]).to.deep.equal(["True", "127.0.0.1"]);
    });
  });

  it("reads the logs of both pods with the gateway's own token, and what Kubernetes says of them", async () => {
    const { body: text, status } = await berth.call<string>("GET", `/deployments/${deployment.id}/logs?tail=5`);
    expect(status, text).to.equal(200);
    const pods = (await readyPods()).map(({ metadata }) => metadata.name);
    for (const pod of pods) expect(text).to.match(new RegExp(`^${pod}/[^ ]+ Simulated pod`, "m"));
    type Events = Readonly<{ events: { object_name: string }[] }>;
    await eventually(async () => {
      const events = await berth.call<Events>("GET", `/deployments/${deployment.id}/events`);
      expect(events.body.events.map(({ object_name: name }) => name)).to.include.members(pods);
    });
  });

  it("follows the logs until the key is revoked", async () => {
    const made = await berth.session.call<{ id: string; key: string }>("POST", "/api-keys", { name: "reader" });
    expect(made.status, JSON.stringify(made.body)).to.equal(201);
    const key = made.body;
    const response = await fetch(`${platform.url}/api/v1/deployments/${deployment.id}/logs?follow=true`, {
      headers: { authorization: `Bearer ${key.key}` },
    });
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    expect((await reader.read()).value).to.contain("Simulated pod");
    await berth.call("DELETE", `/api-keys/${key.id}`);
    for (;;) if ((await reader.read()).done) break;
  });

  const patch = async (body: Record<string, unknown>): Promise<Deployment> => {
    const patched = await berth.call<Deployment>("PATCH", `/deployments/${deployment.id}?wait=300`, body);
    expect(patched.status, JSON.stringify(patched.body)).to.equal(200);
    expect(patched.body.status, JSON.stringify(patched.body)).to.equal("running");
    return patched.body;
  };

  it("rolls out changed replicas, environment and ports", async () => {
    await patch({
      replicas: 3,
      environment_variables: [{ name: "GREETING", value: "ahoy" }],
      additional_ports: [{ port: 9090 }],
    });
    await eventually(async () => {
      const pods = await readyPods();
      expect(pods).to.have.length(3);
      for (const pod of pods)
        expect(pod.spec.containers[0]?.env?.find((variable) => variable.name === "GREETING")?.value).to.equal("ahoy");
    });
  });

  it("overrides a probe, and clears the override again", async () => {
    const probe = async (): Promise<unknown> => (await readyPods())[0]?.spec.containers[0]?.readinessProbe;
    const detected = await probe();
    await patch({ health_checks: { readiness: { type: "tcp", period_seconds: 7 } } });
    await eventually(async () => expect(await probe()).to.have.property("periodSeconds", 7));
    await patch({ health_checks: {} });
    await eventually(async () => expect(await probe()).to.deep.equal(detected));
  });

  const act = async (verb: string): Promise<Deployment> => {
    const done = await berth.call<Deployment>("POST", `/deployments/${deployment.id}/${verb}?wait=300`);
    expect(done.status, JSON.stringify(done.body)).to.equal(200);
    return done.body;
  };
  const uids = async (): Promise<(string | undefined)[]> => (await readyPods()).map(({ metadata }) => metadata.uid);

  it("restarts every pod, and brings them back after a stop", async () => {
    const before = await uids();
    expect((await act("restart")).status).to.equal("running");
    const restarted = await uids();
    expect(restarted).to.have.length(before.length);
    expect(restarted.filter((uid) => before.includes(uid))).to.deep.equal([]);
    expect((await act("stop")).status).to.equal("stopped");
    await eventually(async () => expect(await readyPods()).to.have.length(0));
    expect((await act("start")).status).to.equal("running");
    expect(await uids()).to.have.length(before.length);
    expect((await act("sync")).status).to.equal("running");
  });

  it("returns to its first revision by a new one", async () => {
    type List = Readonly<{ revisions: { revision: number; commit: string; author: string }[] }>;
    const path = `/deployments/${deployment.id}/revisions`;
    const list = async (): Promise<List["revisions"]> => (await berth.call<List>("GET", path)).body.revisions;
    const before = await list();
    expect(before.at(-1)).to.include({ revision: 1, author: deployment["user_id"] });
    expect(repository.commits(deployment.git_path)).to.include.members(
      before.filter(({ revision }) => revision === 1).map(({ commit }) => commit),
    );
    const { body } = await berth.call<Deployment>("POST", `/deployments/${deployment.id}/rollback?wait=300`, {
      revision: 1,
    });
    expect([body.status, body["replicas"], body["environment_variables"]]).to.deep.equal(["running", 2, null]);
    expect((await list())[0]?.revision).to.equal((before[0]?.revision ?? 0) + 1);
    await eventually(async () => expect(await readyPods()).to.have.length(2));
  });

  it("promotes it to a dedicated cluster, where a copy runs, and takes that away again", async () => {
    const body = { target_cluster_id: quay, overrides: { replicas: 1 } };
    const path = `/deployments/${deployment.id}/promote?wait=300`;
    const promoted = await berth.call<{ new_deployment_id: string }>("POST", path, body);
    expect(promoted.status, JSON.stringify(promoted.body)).to.equal(201);
    const id = promoted.body.new_deployment_id;
    await eventually(async () => {
      const made = (await berth.call<Deployment>("GET", `/deployments/${id}`)).body;
      expect(made).to.include({ status: "running", cluster_id: quay, promoted_from: deployment.id, ready_replicas: 1 });
    });
    await eventually(async () => {
      const source = (await berth.call<Deployment>("GET", `/deployments/${deployment.id}`)).body;
      expect([source.status, source["promoted_to"]]).to.deep.equal(["running", id]);
    });
    expect(await readyPods()).to.have.length(2);
    expect((await berth.call("DELETE", `/deployments/${id}?wait=300`)).status).to.equal(200);
  });

  it("leaves nothing behind when it is deleted", async () => {
    const deleted = await berth.call("DELETE", `/deployments/${deployment.id}?wait=300`);
    expect(deleted.status).to.equal(200);
    await eventually(async () => {
      expect((await berth.call("GET", `/deployments/${deployment.id}`)).status).to.equal(404);
      expect((await tenant.list(PODS, { namespace: handle })).items).to.have.length(0);
      expect(await platform.management.get(APPLICATIONS, { namespace: "argocd", name: handle })).to.equal(undefined);
      expect(
        (await platform.management.list(DEPLOYMENTS)).items.filter(
          (item) => item.metadata.labels?.["hosting.berth.dev/id"] === deployment.id,
        ),
      ).to.have.length(0);
      expect(repository.paths("clusters/").filter((path) => path.includes(handle))).to.deep.equal([]);
    });
  });

  it("deletes the cluster with everything it made", async () => {
    expect((await berth.call("DELETE", `/clusters/${clusterId}?wait=300`)).status).to.equal(200);
    await eventually(async () => {
      expect((await berth.call("GET", `/clusters/${clusterId}`)).status).to.equal(404);
    });
  });
});
