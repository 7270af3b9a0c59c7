import { expect } from "chai";
import type { KubeClient, KubeObject } from "../../adapters/kubernetes/kube-client.ts";
import {
  APPLICATIONS,
  JOBS,
  VALIDATING_ADMISSION_POLICIES as POLICIES,
  VALIDATING_ADMISSION_POLICY_BINDINGS as BINDINGS,
  WORKLOADS,
} from "../../adapters/kubernetes/resource-types.ts";
import { releaseJobName } from "../../api/runs/release-run.ts";
import { LABELS } from "../../contract/identity.ts";
import { DeploymentScene, handleOf, type DeploymentBody } from "../support/deployment-scene.ts";
import { eventually } from "../support/eventually.ts";
import { pick } from "../support/helm.ts";
import type { BerthClient } from "../support/berth-client.ts";
import { startPlatform, tenantClient, type Platform } from "../support/platform.ts";
import { standingCluster } from "../support/standing-clusters.ts";

const BY_HAND = { fieldManager: "somebody" } as const;
const NO_RELEASES = "no-releases";
const SETTLED_MS = 240_000;

type Run = Readonly<{ id: string; status: string; trigger: string; status_reason: string | null }>;

/** Its pods are refused, so that a release command comes to its deadline: simulated nodes end each one well. */
async function refuseReleases(tenant: KubeClient): Promise<void> {
  const about = { apiVersion: "admissionregistration.k8s.io/v1", metadata: { name: NO_RELEASES } };
  const resourceRules = [{ apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE"], resources: ["pods"] }];
  const expression = `!has(object.metadata.labels) || !('${LABELS.release}' in object.metadata.labels)`;
  const spec = { matchConstraints: { resourceRules }, validations: [{ expression, message: "none today" }] };
  const binding = { policyName: NO_RELEASES, validationActions: ["Deny"] };
  await tenant.create(POLICIES, { ...about, kind: POLICIES.kind, spec }, BY_HAND);
  await tenant.create(BINDINGS, { ...about, kind: BINDINGS.kind, spec: binding }, BY_HAND);
}

async function allowReleases(tenant: KubeClient): Promise<void> {
  for (const type of [BINDINGS, POLICIES]) await tenant.delete(type, { name: NO_RELEASES });
}

describe("A release command", function () {
  this.timeout(900_000);
  let platform: Platform;
  let berth: BerthClient;
  let tenant: KubeClient;
  let scene: DeploymentScene;
  let shop: DeploymentBody;

  before(async () => {
    platform = await startPlatform();
    const cluster = await standingCluster(platform.url, "harbour");
    berth = cluster.berth;
    tenant = await tenantClient(berth, cluster.id, platform.homeDir);
    scene = new DeploymentScene(berth, tenant, cluster.id);
    shop = await scene.create({
      name: "released",
      app_type: "api",
      docker_image: "nginx:1.28",
      release_command: ["./manage.py", "migrate"],
      release_timeout_seconds: 20,
      cpu_request: 0.01,
      memory_request_mb: 16,
    });
  });
  after(async () => {
    await allowReleases(tenant);
    await (tenant as KubeClient | undefined)?.close();
  });

  const namespace = (): string => handleOf(shop);
  const jobs = async (): Promise<readonly KubeObject[]> =>
    (await tenant.list<KubeObject>(JOBS, { namespace: namespace(), labelSelector: LABELS.release })).items;
  const uids = async (): Promise<(string | undefined)[]> => (await jobs()).map(({ metadata }) => metadata.uid);
  const image = async (): Promise<unknown> => {
    const { items } = await tenant.list<KubeObject>(WORKLOADS, { namespace: namespace() });
    return pick(items[0], "spec.template.spec.containers.0.image");
  };
  const shown = async (): Promise<DeploymentBody & { status_reason: string; error_message: string | null }> =>
    (
      await berth.call<DeploymentBody & { status_reason: string; error_message: string | null }>(
        "GET",
        `/deployments/${shop.id}`,
      )
    ).body;
  const application = async (): Promise<KubeObject | undefined> => {
    const { items } = await platform.management.list<KubeObject>(APPLICATIONS, { namespace: "argocd" });
    return items.find(({ metadata }) => metadata.labels?.[LABELS.id] === shop.id);
  };

  it("has run once before what it belongs to runs, and is shown among its runs", async () => {
    const [job, ...others] = await jobs();
    expect(others).to.deep.equal([]);
    expect(pick(job, "spec.template.spec.containers.0.command")).to.deep.equal(["./manage.py", "migrate"]);
    const { runs } = (await berth.call<{ runs: Run[] }>("GET", `/deployments/${shop.id}/runs`)).body;
    expect(runs.map(({ status, trigger }) => [status, trigger])).to.deep.equal([["succeeded", "release"]]);
    const name = releaseJobName({ deploymentId: shop.id, handle: namespace() }, runs[0]?.id ?? "");
    expect(name, "its id says it when the Job is gone").to.equal(job?.metadata.name);
  });

  it("does not run again for another number of pods, other resources or a restart", async () => {
    const before = await uids();
    await scene.change(shop, { replicas: 2, cpu_request: 0.02 });
    await berth.call("POST", `/deployments/${shop.id}/restart?wait=200`, {});
    await eventually(async () => expect((await shown()).status).to.equal("running"), SETTLED_MS);
    expect(await uids()).to.deep.equal(before);
  });

  it("keeps what ran before where it fails, says so, and is not run again by Argo CD's further tries", async () => {
    await refuseReleases(tenant);
    await berth.call("PATCH", `/deployments/${shop.id}`, { docker_image: "nginx:1.29", release_timeout_seconds: 2 });
    await eventually(async () => {
      const { status, status_reason, error_message } = await shown();
      expect([status, status_reason]).to.deep.equal(["failed", "ReleaseFailed"]);
      expect(error_message).to.contain("did not end within its 2 seconds");
      expect(error_message).to.contain("Nothing was rolled out");
    }, SETTLED_MS);
    expect(await image()).to.equal("nginx:1.28");
    expect(((await shown()) as unknown as { docker_image_running: string }).docker_image_running).to.equal(
      "nginx:1.28",
    );
    const failed = await uids();
    await eventually(
      async () => expect(pick(await application(), "status.operationState.retryCount")).to.be.at.least(2),
      SETTLED_MS,
    );
    expect(await uids()).to.have.members(failed);
  });

  it("keeps nothing from being stopped where it failed, and fails what starts with it", async () => {
    await berth.call("POST", `/deployments/${shop.id}/stop`, {});
    await eventually(async () => expect((await shown()).status).to.equal("stopped"), SETTLED_MS);
    const { items } = await tenant.list<KubeObject>(WORKLOADS, { namespace: namespace() });
    expect(pick(items[0], "spec.replicas")).to.equal(0);
    const failed = await uids();
    await berth.call("POST", `/deployments/${shop.id}/start`, {});
    await eventually(async () => {
      const { status, status_reason } = await shown();
      expect([status, status_reason]).to.deep.equal(["failed", "ReleaseFailed"]);
    }, SETTLED_MS);
    expect(await uids()).to.have.members(failed);
  });

  it("runs again for whoever asks for a sync, and what comes of it rolls out", async () => {
    await allowReleases(tenant);
    await berth.call("POST", `/deployments/${shop.id}/sync`, {});
    await eventually(async () => expect((await shown()).status).to.equal("running"), SETTLED_MS);
    expect(await image()).to.equal("nginx:1.29");
    await eventually(async () => expect(await jobs()).to.have.length(1), SETTLED_MS);
  });
});
