import { join } from "node:path";
import { expect } from "chai";
import type { z } from "zod";
import { ANNOTATIONS, LABELS } from "../../../contract/identity.ts";
import { RESOURCES } from "../../../contract/resources/all.ts";
import { deriveClusterContext } from "../../../render/projection/cluster-context.ts";
import type { CustomResource, ProjectedKind, ProjectionContext } from "../../../render/projection/custom-resource.ts";
import {
  PROJECTION_VERSION,
  projectResource,
  projectUnprojectable,
} from "../../../render/projection/project-resource.ts";
import { COLUMNS, SHOWN_COLUMNS, type ResourceRow } from "../../../render/projection/resource-row.ts";
import { deriveUpdatedAt, toRestTime } from "../../../render/projection/rest-time.ts";
import { createValuesRenderer, deriveRenderInput } from "../../../render/projection/values-renderer.ts";
import { formatResource } from "../../../render/resource-file.ts";
import { deploymentInput } from "../../support/deployment-input.ts";
import { FULL_BACKUP, FULL_CLUSTER, FULL_DATABASE, FULL_DEPLOYMENT, FULL_UPGRADE } from "../../support/full-specs.ts";
import { FULL_STATUS } from "../../support/full-statuses.ts";
import { assertGolden } from "../../support/golden.ts";
import { memberVariants, tellCorpus } from "../../support/render-corpus.ts";

const GOLDEN = join(import.meta.dirname, "__golden__");
const [ORGANIZATION, OWNER, CLUSTER, USER, UID, OTHER] = [10, 20, 30, 40, 50, 60].map(
  (number) => `01970000-0000-7000-8000-0000000000${number}`,
) as [string, string, string, string, string, string];
const TIME = "2026-11-20T10:00:00Z";

const CONTEXT: ProjectionContext = {
  organizationId: ORGANIZATION,
  ownerId: OWNER,
  cluster: {
    id: CLUSTER,
    userId: USER,
    handle: "demo-aaaaaaaaaa",
    provider: "local",
    region: "local-1",
    tier: "shared",
    kubernetesVersion: "v1.35.1",
  },
  renderValues: () => "replicas: 1\n",
};

const SPECS: Readonly<Record<ProjectedKind, readonly [least: object, full: object]>> = {
  Cluster: [{ provider: "hetzner", region: "fsn1", tier: "dedicated" }, FULL_CLUSTER],
  Deployment: [{ cluster: "demo", appType: "web_app", dockerImage: "nginx:1" }, FULL_DEPLOYMENT],
  DatabaseInstance: [{ cluster: "demo", engine: "postgresql" }, FULL_DATABASE],
  UpgradeRequest: [{ cluster: "demo", toVersion: "1.36" }, FULL_UPGRADE],
  DatabaseBackup: [{ database: "orders" }, FULL_BACKUP],
};

const METADATA = {
  name: "shop",
  namespace: "org-acme",
  uid: UID,
  resourceVersion: "7",
  generation: 1,
  creationTimestamp: "2026-11-01T00:00:00Z",
};
const STATUS = { observedGeneration: 1, phase: "error" };
const objectOf = (spec: object, status: object | undefined, metadata: object = {}): CustomResource => ({
  metadata: { ...METADATA, ...metadata },
  spec,
  ...(status === undefined ? {} : { status }),
});

type Case = Readonly<{ object: CustomResource; context?: Partial<ProjectionContext> }>;

function casesOf(kind: ProjectedKind): Record<string, Case> {
  const [spec, full] = SPECS[kind];
  const resource = RESOURCES.find((one) => one.kind === kind);
  if (resource === undefined) throw new Error(`${kind} is none`);
  const named = (
    prefix: string,
    all: Readonly<Record<string, object>>,
    make: (one: object) => Case,
  ): [string, Case][] => Object.entries(all).map(([name, one]) => [`${prefix} ${name}`, make(one)]);
  return {
    ...Object.fromEntries([
      ...named("spec", memberVariants(resource.spec as z.ZodType<object>, spec, full), (one) => ({
        object: objectOf(one, STATUS),
      })),
      ...named("status", memberVariants(resource.status as z.ZodType<object>, STATUS, FULL_STATUS), (one) => ({
        object: objectOf(spec, one),
      })),
    ]),
    "all at once": { object: objectOf(full, { ...FULL_STATUS, observedGeneration: 1 }) },
    "no status": { object: objectOf(spec, undefined) },
    "no cluster": { object: objectOf(spec, STATUS), context: { cluster: undefined } },
    "no cluster, and one that was recorded": {
      object: objectOf(spec, { ...STATUS, clusterId: OTHER }),
      context: { cluster: undefined },
    },
    "a database": { object: objectOf(spec, STATUS), context: { databaseId: OTHER } },
    ...metadataCases(spec),
  };
}

/** What every kind does alike, by its metadata. */
function metadataCases(spec: object): Record<string, Case> {
  const git = { path: "a", commit: "c0ffee", committedAt: "2026-11-20T11:00:00+01:00" };
  const observed = { ...STATUS, git, requestId: "r-1" };
  const conditions = [
    { type: "Ready", status: "True", lastTransitionTime: "2026-11-20T12:00:00Z", reason: "A", message: "b" },
    { type: "Reconciling", status: "False", lastTransitionTime: "never", reason: "A", message: "b" },
  ];
  const told = { ...STATUS, statusReason: "Why", errorMessage: "What", conditions };
  const labels = { [LABELS.id]: OTHER.toUpperCase(), [LABELS.userId]: OTHER };
  return {
    "of labels": { object: objectOf(spec, STATUS, { labels }) },
    "of labels that are no ids": {
      object: objectOf(spec, STATUS, { labels: { [LABELS.id]: `x${OTHER}`, [LABELS.userId]: `${OTHER}0` } }),
    },
    "of nothing but a name": { object: { metadata: { name: "shop" }, spec } },
    "of a long name": { object: objectOf({ ...spec, name: "n".repeat(70) }, STATUS) },
    "of an empty name": { object: objectOf({ ...spec, name: "" }, STATUS) },
    "of a name that is none": { object: objectOf({ ...spec, name: 3 }, STATUS) },
    "of a request": { object: objectOf(spec, STATUS, { annotations: { [ANNOTATIONS.requestId]: "r-2" } }) },
    "of a promotion": { object: objectOf(spec, STATUS, { annotations: { [ANNOTATIONS.promotedTo]: OTHER } }) },
    "of a writer": { object: objectOf(spec, STATUS, { managedFields: [{ time: TIME }, {}] }) },
    "that is deleted": { object: objectOf(spec, STATUS, { deletionTimestamp: TIME }) },
    "of a commit": { object: objectOf(spec, observed) },
    "of a commit that is not told in full": { object: objectOf(spec, { ...STATUS, git: { commit: "c0ffee" } }) },
    "of a commit of before": { object: objectOf(spec, observed, { generation: 2 }) },
    "of a commit without a generation": { object: objectOf(spec, observed, { generation: undefined }) },
    "of conditions": { object: objectOf(spec, told) },
    "of conditions of before": { object: objectOf(spec, told, { generation: 2 }) },
    "of a phase since": { object: objectOf(spec, { ...STATUS, phaseSince: TIME }) },
    "of a time that is none": { object: objectOf(spec, STATUS, { creationTimestamp: "yesterday" }) },
  };
}

describe("Resources of every kind", function () {
  this.timeout(300_000);

  for (const kind of Object.keys(SPECS) as ProjectedKind[])
    it(`are shown as it is written down: ${kind}`, () => {
      const [spec] = SPECS[kind];
      const render = ({ object, context }: Case): object => projectResource(kind, object, { ...CONTEXT, ...context });
      const base = { object: objectOf(spec, STATUS) };
      assertGolden(join(GOLDEN, `${kind}.txt`), tellCorpus({ base, cases: casesOf(kind), render }));
    });

  it("fill each column that a body is to fill, of one kind at least (known bad: one that no body shows)", () => {
    const full = (Object.keys(SPECS) as ProjectedKind[]).map((kind) =>
      projectResource(kind, objectOf(SPECS[kind][1], STATUS), CONTEXT),
    );
    const isEmpty = (column: string): boolean =>
      full.every((row) => (row[column as keyof ResourceRow] ?? null) === null);
    expect([...Object.keys(SHOWN_COLUMNS), "colour"].filter(isEmpty)).to.deep.equal(["colour"]);
  });

  it("are projected anew for a column more", () => {
    expect(PROJECTION_VERSION.split(".").at(-1)).to.equal(String(Object.keys(COLUMNS).length));
  });

  it("are shown as it is written down where they cannot be", () => {
    const render = ({ kind, object, context }: Case & Readonly<{ kind: ProjectedKind }>): object =>
      projectUnprojectable(kind, object, { ...CONTEXT, ...context });
    const wrong = {
      name: "A b",
      provider: "A",
      region: "",
      tier: "x",
      appType: 3,
      engine: "oracle",
      toVersion: "x",
      backupType: "x",
    };
    const cases = Object.fromEntries(
      (Object.keys(SPECS) as ProjectedKind[]).flatMap((kind) => {
        const [spec, full] = SPECS[kind];
        const status = { ...STATUS, clusterId: OTHER, databaseId: OTHER, handle: "x", errorMessage: "no" };
        const annotations = { [ANNOTATIONS.requestId]: "r-2" };
        return [
          [kind, { kind, object: objectOf(full, status, { annotations }) }],
          [`${kind}, the least`, { kind, object: objectOf(spec, undefined, { generation: undefined }) }],
          ...Object.entries(wrong)
            .filter(([name]) => name in full)
            .map(([name, value]) => [
              `${kind} with a wrong ${name}`,
              { kind, object: objectOf({ ...full, [name]: value }, status) },
            ]),
          ...Object.entries(wrong)
            .filter(([name]) => name in full && typeof (full as Record<string, unknown>)[name] === "string")
            .map(([name]) => [
              `${kind} with more of ${name}`,
              {
                kind,
                object: objectOf({ ...full, [name]: `${String((full as Record<string, unknown>)[name])} ` }, status),
              },
            ]),
        ] as [string, Case & { kind: ProjectedKind }][];
      }),
    );
    const base = { kind: "Deployment", object: objectOf(SPECS.Deployment[0], STATUS) } as const;
    assertGolden(join(GOLDEN, "unprojectable.txt"), tellCorpus({ base, cases, render }));
  });

  it("have their values rendered as it is written down", () => {
    const { platform } = deploymentInput({});
    const cluster = deriveClusterContext(objectOf(SPECS.Cluster[0], { kubernetesVersion: "v1.35.1" }), {
      organizationId: ORGANIZATION,
      ownerId: OWNER,
    });
    const { appType, ...spec } = deploymentInput({ customDomain: "shop.example.org" }).spec;
    const base = objectOf({ appType, ...spec }, undefined);
    const status = {
      handle: "shop-zzzzzzzzzz",
      secretsRevision: "r1",
      delivery: { version: "0.0.9" },
      customDomain: { name: "shop.example.org" },
    };
    const broken = { ...(base.spec as object), customValuesYaml: "- 1" };
    const cases = {
      "of a status": { ...base, status },
      "of another domain": { ...base, status: { ...status, customDomain: { name: "other.example.org" } } },
      "of no namespace": { metadata: { name: "shop", uid: UID, labels: { a: "b" } }, spec: base.spec },
      broken: { ...base, spec: broken },
    };
    const render = (object: CustomResource): object => ({
      cluster,
      input: deriveRenderInput(object as never, cluster, platform),
      values: createValuesRenderer((namespace) => ({ ...platform, project: namespace }))(object, cluster),
    });
    assertGolden(join(GOLDEN, "values.txt"), tellCorpus({ base, cases, render }));
  });

  it("write their times and files as it is written down", () => {
    const times = [
      undefined,
      "never",
      TIME,
      "2026-11-20T10:00:00.5+02:00",
      0,
      -1,
      8.64e15,
      8.64e15 + 1,
      "275760-09-13",
      Infinity,
    ];
    const metadata = { name: "a", namespace: "org-acme", id: UID };
    const labels = {
      "hosting.berth.dev/own": "1",
      "other.dev/x": "2",
      "xhosting.berth.dev/y": "3",
      [LABELS.id]: OTHER,
    };
    const files = {
      least: formatResource("Widget", metadata, { a: 1 }),
      labels: formatResource("Widget", { ...metadata, labels }, { a: 1 }),
      remembered: formatResource("Widget", metadata, { a: 1 }, { host: "h", other: undefined }),
      nothing: formatResource("Widget", metadata, { a: 1 }, { host: undefined }),
    };
    const told = {
      times: times.map((time) => [String(time), toRestTime(time) ?? null]),
      none: deriveUpdatedAt({ metadata: { name: "a" }, spec: {} }),
      files,
    };
    assertGolden(join(GOLDEN, "times-and-files.txt"), tellCorpus({ base: told, cases: {}, render: (one) => one }));
  });
});
