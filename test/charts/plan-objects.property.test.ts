import { expect } from "chai";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { parse } from "yaml";
import { BerthError } from "../../contract/errors.ts";
import { canUse } from "../../contract/resources/deployment-members.ts";
import type { DeploymentSpec } from "../../contract/resources/deployment-spec.ts";
import { deriveDeploymentValues } from "../../render/deployment/deployment-values.ts";
import { CHART_DEFAULTS } from "../../render/plan/chart-defaults.ts";
import { planObjects, type ObjectChange } from "../../render/plan/plan-objects.ts";
import { readValues } from "../../render/plan/read-values.ts";
import { listTenantObjects, type TenantObject } from "../../render/plan/tenant-objects.ts";
import type { RenderDeploymentInput } from "../../render/render-input.ts";
import type { WorkloadValues } from "../../render/charts/workload-values.ts";
import { formatYaml } from "../../render/text/yaml-text.ts";
import { FEATURES, JOB_FEATURES, deploymentInput } from "../support/deployment-input.ts";
import { WORKLOAD_CHART, pick, renderMany, type Rendered } from "../support/helm.ts";
import { randomDeployment } from "../support/random-deployment.ts";
import { testSeed } from "../support/seeded-random.ts";

const NAMESPACE = "web-abcdefghij";
const AUTOSCALED = { config: { autoscaling: { min_replicas: 2, max_replicas: 4 } } };

/** Changes that each touch little, so that most objects stay: a plan that names too much would show. */
const EDITS: readonly Partial<DeploymentSpec>[] = [
  ...Object.values(FEATURES).filter((members) => members.adoption === undefined),
  { releaseCommand: ["./migrate"] },
  { releaseCommand: ["./migrate", "--all"], releaseTimeoutSeconds: 5 },
  { schedule: "0 4 * * *", timeZone: "America/New_York" },
  { concurrencyPolicy: "replace", historyLimit: 0, retries: 2, runTimeoutSeconds: 60 },
  { runOnChange: true },
  { replicas: 1 },
  { replicas: 0 },
  { dockerImage: "nginx:1.28" },
  { containerPort: 4000 },
  { restartedAt: "2026-11-21T10:00:00Z" },
  { environmentVariables: [{ name: "A", value: "$(HOME)" }] },
  { volumes: [{ path: "/data", sizeGb: 20, purpose: "uploads" }] },
  { volumes: [] },
  { backups: { enabled: true, schedule: "hourly", retentionDays: 1 } },
  { customDomain: "other.example.org" },
  { customValuesYaml: "securityProfile: baseline\nterminationGracePeriodSeconds: 30" },
  { customValuesYaml: "podAnnotations: {}\nnodeSelector: {}\nresources: {requests: {cpu: 100m}}" },
  { customValuesYaml: "accessMode: ReadWriteMany\nstorageClassName: fast" },
  { customValuesYaml: "imagePullSecrets: [{name: own}]\npriorityClassName: high\nunread: 1" },
  { additionalPorts: [{ port: 9000, name: "grpc" }] },
  { healthChecks: {} },
  { healthChecks: { liveness: { enabled: true, periodSeconds: 20 } } },
];

type Case = Readonly<{ before: WorkloadValues; after: WorkloadValues }>;

/** What a deployment lies in: secrets through Vault, or a cluster with a Gateway. */
type Around = "" | "vault" | "both" | "gateway" | "each name";

function valuesOf(spec: DeploymentSpec, feature: Around, members: Partial<RenderDeploymentInput> = {}): WorkloadValues {
  const input = deploymentInput(spec, feature);
  return readValues(formatYaml(deriveDeploymentValues({ ...input, ...members })));
}

const isOurs = (spec: DeploymentSpec): boolean => spec.appType !== "helm";

/** Random specs, each with an edit of little, of much (another random spec), or of what lies outside the spec. */
const randomCase: fc.Arbitrary<Case> = fc
  .record({
    spec: randomDeployment.filter(isOurs),
    other: randomDeployment.filter(isOurs),
    edit: fc.oneof(fc.constantFrom(...EDITS), fc.constant("other" as const), fc.constant("around" as const)),
    feature: fc.constantFrom<Around[]>("", "vault", "both", "gateway", "each name"),
    later: fc.constantFrom<Around[]>("", "both", "gateway", "each name"),
    stopped: fc.boolean(),
  })
  .map(({ spec, other, edit, feature, later, stopped }): Case | undefined => {
    const { cluster, appType, adoption } = spec;
    if (edit === "around") {
      const { cluster: moved } = deploymentInput({}, later);
      return pair(spec, spec, feature, { secretsRevision: "2", customDomainActive: false, cluster: moved });
    }
    const given = edit === "other" ? { ...other, adoption: undefined } : edit;
    // A database's volumes are many; others' go with one pod only.
    const merged = { ...spec, ...given, cluster, appType, adoption, ...(stopped && { stopped }) } as DeploymentSpec;
    const after = withoutUnusable({ schedule: spec.schedule, ...merged });
    return pair(spec, adoption === undefined ? after : withoutVolumes(after), feature, {});
  })
  .filter((one) => one !== undefined);

function pair(a: DeploymentSpec, b: DeploymentSpec, feature: Around, around: Partial<RenderDeploymentInput>): Case | undefined {
  try {
    return { before: valuesOf(a, feature), after: valuesOf(b, feature, around) };
  } catch (error) {
    // A merge of two may be what no one could write.
    if (error instanceof BerthError && error.code === "render_failed") return undefined;
    throw error;
  }
}

const withoutUnusable = (spec: DeploymentSpec): DeploymentSpec =>
  Object.fromEntries(Object.entries(spec).filter(([member]) => canUse(spec.appType, member as keyof DeploymentSpec))) as DeploymentSpec;
const withoutVolumes = (spec: DeploymentSpec): DeploymentSpec => ({ ...spec, volumes: undefined, storageSizeGb: undefined });

const nameOf = (kind: string, namespace: string | undefined, name: string): string => [kind, namespace ?? "", name].join("/");

/** What helm's two renderings differ by, as a person with a diff would say. */
function judge(before: readonly Rendered[], after: readonly Rendered[], autoscaled: boolean): string[] {
  const keyed = (objects: readonly Rendered[]): Map<string, Rendered> =>
    new Map(objects.map((object) => [nameOf(object.kind, object.metadata.namespace ?? NAMESPACE, object.metadata.name), object]));
  const [old, fresh] = [keyed(before), keyed(after)];
  const lines = [...fresh].flatMap(([name, object]) => {
    const was = old.get(name);
    if (was === undefined) return [`create ${name}`];
    const [a, b] = [was, object].map((one) => JSON.stringify(sorted(autoscaled ? withoutReplicas(one) : one)));
    // What of a release is other under the same name is no reason to run it again.
    return a === b || object.kind === "Job" ? [] : [`update ${name}${isRestart(was, object) ? " restart" : ""}`];
  });
  const gone = [...old].filter(([name, { kind }]) => !fresh.has(name) && kind !== "PersistentVolumeClaim");
  return [...lines, ...gone.map(([name]) => `delete ${name}`)].sort();
}

function isRestart(a: Rendered, b: Rendered): boolean {
  if (!["Deployment", "StatefulSet"].includes(a.kind)) return false;
  if (pick(a, "spec.replicas") === 0 || pick(b, "spec.replicas") === 0) return false;
  const pods = (one: Rendered): string => JSON.stringify(sorted([pick(one, "spec.template"), pick(one, "spec.volumeClaimTemplates")]));
  return pods(a) !== pods(b);
}

function withoutReplicas(object: Rendered): Rendered {
  if (object.kind !== "Deployment" && object.kind !== "StatefulSet") return object;
  return { ...object, spec: { ...(object["spec"] as object), replicas: undefined } };
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, member]) => [key, sorted(member)]),
  );
}

type List = typeof listTenantObjects;
const PLACE = { namespace: NAMESPACE, isOurs: true };

function planned({ before, after }: Case, list: List): string[] {
  const charted = (values: WorkloadValues): TenantObject[] => list(values, PLACE).filter(({ madeBy }) => madeBy === "chart");
  return planObjects(charted(before), charted(after)).map(lineOf).sort();
}

const lineOf = ({ action, kind, namespace, name, restart }: ObjectChange): string =>
  `${action} ${nameOf(kind, namespace ?? NAMESPACE, name)}${restart ? " restart" : ""}`;

type Judged = Case & Readonly<{ found: readonly string[] }>;

async function renderCases(cases: readonly Case[]): Promise<Judged[]> {
  const texts = cases.flatMap(({ before, after }) => [formatYaml(before as never), formatYaml(after as never)]);
  const different = [...new Set(texts)];
  const rendered = await renderMany(WORKLOAD_CHART, different, NAMESPACE);
  const of = (index: number): Rendered[] => rendered[different.indexOf(texts[index] ?? "")] ?? [];
  return cases.map((one, index) => ({
    ...one,
    found: judge(of(index * 2), of(index * 2 + 1), one.after.autoscaling !== undefined),
  }));
}

/** Names the first case of which helm and the plan tell different things. */
function firstDifference(cases: readonly Judged[], list: List = listTenantObjects): string {
  for (const one of cases) {
    const said = planned(one, list);
    if (JSON.stringify(one.found) === JSON.stringify(said)) continue;
    const sides = [`helm: ${one.found.join(", ")}`, `plan: ${said.join(", ")}`];
    return [...sides, JSON.stringify(one.before), JSON.stringify(one.after)].join("\n");
  }
  return "";
}

/** Each feature to each other one, for an application and for a database. */
function featureCases(): Case[] {
  const specs = [...Object.values(FEATURES).filter(({ adoption }) => adoption === undefined), AUTOSCALED, ...EDITS];
  const specOf = (members: Partial<DeploymentSpec>): DeploymentSpec => deploymentInput(members).spec;
  const cases = specs.flatMap((members, index) => {
    const next = specs[(index + 1) % specs.length] ?? {};
    const feature = (["vault", "gateway", "", "both", "each name"] as const)[index % 5] ?? "";
    return [pair(specOf({}), specOf(members), feature, {}), pair(specOf(members), specOf(next), feature, {})];
  });
  const databases = EDITS.map((members) =>
    pair(specOf({ appType: "database", replicas: 3, storageSizeGb: 5 }), specOf({ appType: "database", replicas: 3, ...members }), "", {}),
  );
  const adopted = Object.values(FEATURES)
    .filter(({ adoption }) => adoption !== undefined)
    .flatMap((members) => [
      pair(specOf(members), specOf({ ...members, dockerImage: "shop:2" }), "", {}),
      pair(specOf(members), specOf({ ...members, replicas: 3 }), "", {}),
      pair(specOf(members), specOf({ ...members, stopped: true }), "", {}),
    ]);
  const jobs = Object.values(JOB_FEATURES).map((members, index, all) => {
    const others = all.filter(({ appType }) => appType === members.appType);
    return pair(specOf(members), specOf(others[(others.indexOf(members) + 1) % others.length] ?? members), index % 2 === 0 ? "" : "vault", {});
  });
  return [...cases, ...databases, ...adopted, ...jobs].filter((one) => one !== undefined);
}

/** chai would cut the case short. */
function assertNone(difference: string): void {
  if (difference !== "") throw new Error(difference);
}

describe("What a plan says of the objects on the tenant cluster", function () {
  this.timeout(300_000);

  let features: readonly Judged[];
  before(async () => {
    features = await renderCases(featureCases());
  });

  it("is what helm renders of each feature", () => {
    expect(features.length).to.be.greaterThan(80);
    assertNone(firstDifference(features));
  });

  it("is what helm renders of random deployments and random changes", async () => {
    const cases = fc.sample(randomCase, { numRuns: 60, seed: testSeed() });
    assertNone(firstDifference(await renderCases(cases)));
  });

  it("knows the chart's own values", async () => {
    expect(parse(await readFile(join(WORKLOAD_CHART, "values.yaml"), "utf8"))).to.deep.equal(CHART_DEFAULTS);
  });

  const bad: readonly Readonly<{ name: string; list: List }>[] = [
    { name: "forgets a kind", list: (values, place) => listTenantObjects(values, place).filter(({ kind }) => kind !== "NetworkPolicy") },
    {
      name: "takes every value for a change of every object",
      list: (values, place) => listTenantObjects(values, place).map((object) => ({ ...object, content: JSON.stringify(values) })),
    },
    {
      name: "overlooks what restarts pods",
      list: (values, place) => listTenantObjects(values, place).map((object) => ({ ...object, pods: null })),
    },
    {
      name: "overlooks a port",
      list: (values, place) => listTenantObjects({ ...values, port: 1 }, place),
    },
  ];
  for (const { name, list } of bad) {
    it(`would not be so of a list that ${name}: this test sees it`, () => {
      expect(firstDifference(features, list)).to.match(/^helm: .*\nplan: /);
    });
  }
});
