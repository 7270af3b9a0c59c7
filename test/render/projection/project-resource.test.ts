import { expect } from "chai";
import fc from "fast-check";
import { ANNOTATIONS, LABELS } from "../../../contract/identity.ts";
import { CLUSTER_PHASES } from "../../../contract/resources/cluster-traits.ts";
import { DEPLOYMENT_PHASES } from "../../../contract/resources/deployment-spec.ts";
import { clusterResponse } from "../../../contract/rest/clusters.ts";
import { deploymentResponse } from "../../../contract/rest/deployments.ts";
import { deriveClusterContext } from "../../../render/projection/cluster-context.ts";
import type { CustomResource, ProjectedKind, ProjectionContext } from "../../../render/projection/custom-resource.ts";
import { projectResource, projectUnprojectable, UNPROJECTABLE } from "../../../render/projection/project-resource.ts";

const ORGANIZATION = "01970000-0000-7000-8000-000000000010";
const OWNER = "01970000-0000-7000-8000-000000000020";
const CLUSTER = "01970000-0000-7000-8000-000000000030";
const UID = "7d2e6a52-5a9f-4b52-9c3e-0d7b6a4c1234";
const USER = "01970000-0000-7000-8000-000000000040";

const context: ProjectionContext = {
  organizationId: ORGANIZATION,
  ownerId: OWNER,
  cluster: {
    id: CLUSTER,
    userId: USER,
    handle: "demo-aaaaaaaaaa",
    provider: "local",
    region: "local-1",
    tier: "shared",
  },
  renderValues: () => "replicas: 1\n",
};

const maybe = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => fc.option(arbitrary, { nil: undefined });
const generation = fc.integer({ min: 1, max: 5 });
const time = fc
  .date({ min: new Date("2020-01-01"), max: new Date("2030-01-01"), noInvalidDate: true })
  .map((at) => at.toISOString().replace(/\.\d{3}Z$/, "Z"));
const metadata = fc.record({
  name: fc.stringMatching(/^[a-z]{1,12}$/),
  namespace: fc.constant("org-acme"),
  uid: fc.constant(UID),
  resourceVersion: fc.nat().map(String),
  generation,
  creationTimestamp: time,
  deletionTimestamp: maybe(time),
  labels: maybe(fc.record({ [LABELS.id]: fc.uuid(), [LABELS.userId]: fc.uuid() })),
  annotations: maybe(fc.constant({ [ANNOTATIONS.requestId]: "r-1" })),
});
const condition = fc.record({
  type: fc.constantFrom("Ready", "Reconciling", "Stalled"),
  status: fc.constantFrom("True", "False", "Unknown"),
  lastTransitionTime: time,
  reason: fc.constant("Because"),
  message: fc.string(),
});
const statusOf = (phases: readonly string[]): fc.Arbitrary<object | undefined> =>
  maybe(
    fc.record({
      observedGeneration: maybe(generation),
      phase: maybe(fc.constantFrom(...phases)),
      phaseSince: maybe(time),
      statusReason: maybe(fc.constant("Reason")),
      errorMessage: maybe(fc.string()),
      conditions: maybe(fc.uniqueArray(condition, { selector: (one) => one.type })),
      git: maybe(fc.record({ path: fc.constant("a/b"), commit: fc.constant("c0ffee"), committedAt: time })),
    }),
  );
const deployment: fc.Arbitrary<CustomResource> = fc.record({
  metadata,
  spec: fc.record({
    name: maybe(fc.stringMatching(/^[a-z]{1,12}$/)),
    cluster: fc.constant("demo"),
    appType: fc.constantFrom("web_app", "api", "helm"),
    dockerImage: maybe(fc.constant("nginx:1")),
    replicas: maybe(fc.integer({ min: 0, max: 100 })),
    environmentVariables: maybe(fc.array(fc.record({ name: fc.stringMatching(/^[A-Z]{1,8}$/), value: fc.string() }))),
    volumes: maybe(fc.array(fc.record({ path: fc.constant("/data"), sizeGb: fc.integer({ min: 1, max: 10 }) }))),
    config: maybe(fc.dictionary(fc.stringMatching(/^[a-z]{1,4}$/), fc.jsonValue())),
    healthChecks: maybe(fc.constantFrom({}, { liveness: { enabled: true, path: "/live" } })),
    promotion: maybe(fc.constant({ sourceId: CLUSTER })),
  }),
  status: statusOf(DEPLOYMENT_PHASES),
});
const cluster: fc.Arbitrary<CustomResource> = fc.record({
  metadata,
  spec: fc.record({
    provider: fc.constant("local"),
    region: fc.constant("local-1"),
    tier: fc.constantFrom("shared", "dedicated", "production"),
    nodeCount: maybe(fc.integer({ min: 1, max: 100 })),
    role: maybe(fc.constantFrom("tenant", "host", "management")),
  }),
  status: statusOf(CLUSTER_PHASES),
});

const bare: CustomResource = {
  metadata: {
    name: "shop",
    namespace: "org-acme",
    uid: UID,
    resourceVersion: "7",
    generation: 1,
    creationTimestamp: "2026-01-01T00:00:00Z",
  },
  spec: { cluster: "demo", appType: "web_app", dockerImage: "nginx:1" },
};
const REST_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

describe("projectResource", () => {
  it("answers exactly the documented members of a deployment, for any object", () => {
    fc.assert(
      fc.property(deployment, (object) => {
        const { body } = projectResource("Deployment", object, context);
        const read = { provider: null, region: null, cluster_status: null, cluster_error: null, observed_at: null };
        const answer = deploymentResponse.parse({ ...body, ...read });
        expect(Object.keys(answer).sort()).to.deep.equal(Object.keys({ ...body, ...read }).sort());
        expect(Object.values(body)).to.not.include(undefined);
      }),
    );
  });

  it("answers exactly the documented members of a cluster, for any object", () => {
    fc.assert(
      fc.property(cluster, (object) => {
        const row = projectResource("Cluster", object, context);
        const answer = clusterResponse.parse({ ...row.body, observed_at: null });
        expect(Object.keys(answer).sort()).to.deep.equal([...Object.keys(row.body), "observed_at"].sort());
        expect(row.hidden).to.equal(["host", "management"].includes((object.spec as { role?: string }).role ?? ""));
      }),
    );
  });

  it("is a function of its object: same version, same row; no clock, and the object stays as it was", () => {
    fc.assert(
      fc.property(deployment, (object) => {
        const before = structuredClone(object);
        const first = projectResource("Deployment", object, context);
        expect(projectResource("Deployment", structuredClone(object), context)).to.deep.equal(first);
        expect(object).to.deep.equal(before);
        expect(first.createdAt).to.match(REST_TIME);
        expect(first.updatedAt).to.match(REST_TIME);
        expect(first.updatedAt >= first.createdAt).to.equal(true);
      }),
    );
  });

  it("shows no reason or message of an older spec, and says that the newer one is being worked on", () => {
    const status = {
      observedGeneration: 1,
      phase: "failed",
      statusReason: "ImagePull",
      errorMessage: "No such image",
      conditions: [],
    };
    const { body } = projectResource(
      "Deployment",
      { ...bare, metadata: { ...bare.metadata, generation: 2 }, status },
      context,
    );
    expect(body).to.include({ status: "provisioning", status_reason: null, error_message: null });
    expect((body["conditions"] as { type: string; status: string }[])[0]).to.include({
      type: "Reconciling",
      status: "True",
    });
  });

  it("shows what holds a newer spec up, as the operator told it", () => {
    const told = { reason: "SecretMissing", message: "There is no secret", lastTransitionTime: "2026-01-01T00:00:00Z" };
    const stalled = { type: "Stalled", status: "True", observedGeneration: 2, ...told };
    const reconciling = { ...stalled, type: "Reconciling", status: "False" };
    const status = {
      observedGeneration: 1,
      phase: "running",
      statusReason: told.reason,
      errorMessage: told.message,
      conditions: [stalled, reconciling],
    };
    const at = (generation: number): Record<string, unknown> =>
      projectResource("Deployment", { ...bare, metadata: { ...bare.metadata, generation }, status }, context).body;
    const held = at(2);
    expect(held).to.include({ status: "provisioning", status_reason: told.reason, error_message: told.message });
    expect((held["conditions"] as { reason: string }[]).map(({ reason }) => reason)).to.deep.equal([
      told.reason,
      told.reason,
    ]);
    expect(at(3)).to.include({ status_reason: null, error_message: null });
  });

  it("takes ids and owners from the labels, else from uid, cluster and organization", () => {
    const labelled = {
      ...bare,
      metadata: { ...bare.metadata, labels: { [LABELS.id]: CLUSTER, [LABELS.userId]: OWNER } },
    };
    expect(projectResource("Deployment", labelled, context)).to.include({
      id: CLUSTER,
      userId: OWNER,
      organizationId: ORGANIZATION,
    });
    expect(projectResource("Deployment", bare, context)).to.include({ id: UID, userId: USER });
    expect(projectResource("Deployment", bare, { ...context, cluster: undefined })).to.include({
      userId: OWNER,
      clusterId: null,
      hidden: true,
    });
  });

  it("keeps the cluster that was recorded first", () => {
    const status = { clusterId: OWNER };
    expect(projectResource("Deployment", { ...bare, status }, context).clusterId).to.equal(OWNER);
  });

  it("offers a commit as a revision only when it belongs to the spec in hand", () => {
    const status = { observedGeneration: 1, phase: "running", git: { commit: "c0ffee" } };
    expect(projectResource("Deployment", { ...bare, status }, context).revision).to.include({
      commit: "c0ffee",
      generation: 1,
    });
    const newer = { ...bare, metadata: { ...bare.metadata, generation: 2 }, status };
    expect(projectResource("Deployment", newer, context).revision).to.equal(null);
  });

  it("derives the same cluster context as the cluster's own row", () => {
    fc.assert(
      fc.property(cluster, (object) => {
        const row = projectResource("Cluster", object, { ...context, cluster: undefined });
        const derived = deriveClusterContext(object, { organizationId: ORGANIZATION, ownerId: OWNER });
        expect([derived.id, derived.userId]).to.deep.equal([row.id, row.userId]);
      }),
    );
  });
});

describe("projectUnprojectable", () => {
  const poisoned: Record<ProjectedKind, object> = {
    Cluster: { provider: "local", region: "local-1", tier: "shared", regionLocations: 7 },
    Deployment: { cluster: "demo", appType: "web_app", config: { deep: "…" }, environmentVariables: 3 },
    DatabaseInstance: { cluster: "demo", engine: "postgresql", extensions: 3 },
    UpgradeRequest: { cluster: "demo", toVersion: "1.36.3" },
    DatabaseBackup: { database: "db" },
  };
  for (const [kind, spec] of Object.entries(poisoned)) {
    it(`shows a ${kind} that cannot be stored as failed, with its own reason`, () => {
      const row = projectUnprojectable(kind as ProjectedKind, { ...bare, spec }, context);
      expect(row.body["status_reason"]).to.equal(UNPROJECTABLE);
      expect(row.settled).to.equal(true);
      expect(JSON.stringify(row)).to.not.contain("deep");
    });
  }

  it("gives up on an object that lacks what a row must have", () => {
    expect(() => projectUnprojectable("Deployment", { ...bare, spec: { appType: 3 } }, context)).to.throw(TypeError);
  });
});
