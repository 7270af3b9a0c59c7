import { expect } from "chai";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "yaml";
import { DATABASE_ENGINES, ENGINE_VERSIONS, type DatabaseEngine } from "../../contract/resources/database-engines.ts";
import type { DatabaseSpec } from "../../contract/resources/database-instance.ts";
import type { DatabaseValues } from "../../render/charts/database-chart-values.ts";
import type { RenderDatabaseInput } from "../../render/database/database-input.ts";
import { deriveDatabaseValues } from "../../render/database/database-values.ts";
import { DATABASE_CHART_DEFAULTS, listDatabaseObjects, usersJobContent } from "../../render/plan/database-objects.ts";
import { planObjects } from "../../render/plan/plan-objects.ts";
import { readValues } from "../../render/plan/read-values.ts";
import { formatYaml } from "../../render/text/yaml-text.ts";
import { DATABASE_CASES, databaseInput } from "../support/database-input.ts";
import { DATABASE_CHART, pick, renderMany, type Rendered } from "../support/helm.ts";

const NAMESPACE = "orders-abcdefghij";

type Members = readonly [Partial<DatabaseSpec>, Partial<RenderDatabaseInput>?];
type Case = Readonly<{ before: DatabaseValues; after: DatabaseValues }>;

const EDITS: readonly Members[] = [
  [{ maxConnections: 500 }],
  [{ storageSizeGb: 300 }],
  [{ memoryRequestMb: 4096 }],
  [{ backupSchedule: "hourly" }],
  [{ backupRetentionDays: 3 }],
];

function valuesOf(engine: DatabaseEngine, [members, rest]: Members): DatabaseValues {
  const input = databaseInput({ engine, ...members }, rest);
  return readValues(formatYaml(deriveDatabaseValues(input))) as unknown as DatabaseValues;
}

function allValues(engine: DatabaseEngine): DatabaseValues[] {
  const named = Object.entries(DATABASE_CASES).filter(([name]) => engine === "postgresql" || !name.startsWith("postgresql"));
  const versions = ENGINE_VERSIONS[engine].map((engineVersion): Members => [{ engineVersion }]);
  const rotated: Members = [{}, { secretsRevision: "r2" }];
  const extended: readonly Members[] = engine === "postgresql" ? [[{ extensions: ["pgaudit"] }], [{ extensions: ["ltree"] }]] : [];
  return [...named.map(([, members]) => members), ...EDITS, ...versions, ...extended, rotated].map((one) => valuesOf(engine, one));
}

/** Each to the plain one and back, and each to the next. */
function allCases(): Case[] {
  return DATABASE_ENGINES.flatMap((engine) => {
    const all = allValues(engine);
    const plain = valuesOf(engine, [{}]);
    return all.flatMap((after, index) => [
      { before: plain, after },
      { before: after, after: plain },
      { before: after, after: all[(index + 1) % all.length] ?? plain },
    ]);
  });
}

const isJob = ({ kind }: Rendered): boolean => kind === "Job";

/** What helm's two renderings differ by, as a person with a diff would say. */
function judge(before: readonly Rendered[], after: readonly Rendered[]): string[] {
  const nameOf = ({ kind, metadata }: Rendered): string => `${kind}/${metadata.name}`;
  const old = new Map(before.map((object) => [nameOf(object), object]));
  const fresh = new Map(after.map((object) => [nameOf(object), object]));
  const changed = after.flatMap((object) => {
    const was = old.get(nameOf(object));
    if (was === undefined) return [`create ${nameOf(object)}`];
    if (JSON.stringify(was) === JSON.stringify(object)) return [];
    return [`update ${nameOf(object)}${restarts(was, object) ? " restart" : ""}`];
  });
  return [...changed, ...[...old.keys()].filter((name) => !fresh.has(name)).map((name) => `delete ${name}`)].sort();
}

const STARTED_WITH: Readonly<Record<string, readonly string[]>> = {
  Cluster: ["spec.imageName", "spec.resources", "spec.postgresql.parameters", "spec.postgresql.shared_preload_libraries"],
  MySQLCluster: ["spec.podTemplate", "spec.mysqlConfigMapName"],
  ConfigMap: ["data"],
};

/** By what CloudNativePG and MOCO replace pods for. */
function restarts(a: Rendered, b: Rendered): boolean {
  const differ = (STARTED_WITH[a.kind] ?? []).some((path) => JSON.stringify(pick(a, path)) !== JSON.stringify(pick(b, path)));
  return differ || (a.kind === "Cluster" && (pick(a, "spec.plugins") === undefined) !== (pick(b, "spec.plugins") === undefined));
}

type List = typeof listDatabaseObjects;

function planned({ before, after }: Case, list: List): string[] {
  const charted = (values: DatabaseValues) => list(values).filter(({ madeBy }) => madeBy === "chart");
  return planObjects(charted(before), charted(after))
    .map(({ action, kind, name, restart }) => `${action} ${kind}/${name}${restart ? " restart" : ""}`)
    .sort();
}

type Judged = Case & Readonly<{ sides: readonly [readonly Rendered[], readonly Rendered[]] }>;

async function renderCases(cases: readonly Case[]): Promise<Judged[]> {
  const texts = cases.flatMap(({ before, after }) => [before, after].map((values) => formatYaml(values as never)));
  const different = [...new Set(texts)];
  const rendered = await renderMany(DATABASE_CHART, different, NAMESPACE);
  const of = (index: number): Rendered[] => rendered[different.indexOf(texts[index] ?? "")] ?? [];
  return cases.map((one, index) => ({ ...one, sides: [of(index * 2), of(index * 2 + 1)] }));
}

/** Names the first case of which helm and the plan tell different things. */
function firstDifference(cases: readonly Judged[], list: List = listDatabaseObjects): string {
  for (const one of cases) {
    const [before, after] = one.sides.map((side) => side.filter((object) => !isJob(object)));
    const found = judge(before ?? [], after ?? []);
    const said = planned(one, list);
    if (JSON.stringify(found) === JSON.stringify(said)) continue;
    const sides = [`helm: ${found.join(", ")}`, `plan: ${said.join(", ")}`];
    return [...sides, JSON.stringify(one.before), JSON.stringify(one.after)].join("\n");
  }
  return "";
}

/** Names two Jobs of one name that differ: the API server would refuse to make one of the other. */
function firstClash(jobs: readonly Rendered[]): string {
  const known = new Map<string, string>();
  for (const job of jobs) {
    const text = JSON.stringify(job["spec"]);
    const before = known.get(job.metadata.name) ?? text;
    if (before !== text) return `${job.metadata.name}: ${before} and ${text}`;
    known.set(job.metadata.name, text);
  }
  return "";
}

describe("What a plan says of a database's objects", function () {
  this.timeout(300_000);
  let cases: readonly Judged[];
  before(async () => {
    cases = await renderCases(allCases());
  });

  it("is what helm renders, with what restarts the servers", () => {
    expect(cases.length).to.be.greaterThan(100);
    const difference = firstDifference(cases);
    if (difference !== "") throw new Error(difference);
  });

  it("lists all that helm renders but the Job, and says when that one is another", () => {
    for (const { before, after, sides } of cases) {
      const [was, is] = sides.map((side) => side.filter(isJob).map((job) => job["spec"]));
      const revisions = before.secrets?.revision === after.secrets?.revision;
      const same = JSON.stringify(usersJobContent(before)) === JSON.stringify(usersJobContent(after));
      if (revisions) expect(same).to.equal(JSON.stringify(was) === JSON.stringify(is));
    }
  });

  it("gives no two different Jobs one name: a Job's template cannot change", () => {
    const jobs = cases.flatMap(({ sides }) => sides.flat()).filter(isJob);
    expect(new Set(jobs.map(({ metadata }) => metadata.name)).size).to.be.greaterThan(2);
    expect(firstClash(jobs)).to.equal("");
    const [one] = jobs;
    expect(firstClash([one!, { ...one!, spec: {} }]), "a clash is seen").to.not.equal("");
  });

  it("knows the chart's own values", async () => {
    expect(parse(await readFile(join(DATABASE_CHART, "values.yaml"), "utf8"))).to.deep.equal(DATABASE_CHART_DEFAULTS);
  });

  const bad: readonly Readonly<{ name: string; list: List }>[] = [
    { name: "forgets a kind", list: (values) => listDatabaseObjects(values).filter(({ kind }) => kind !== "ObjectStore") },
    {
      name: "takes every value for a change of every object",
      list: (values) => listDatabaseObjects(values).map((object) => ({ ...object, content: JSON.stringify(values) })),
    },
    {
      name: "overlooks what restarts the servers",
      list: (values) => listDatabaseObjects(values).map((object) => ({ ...object, pods: null })),
    },
    { name: "overlooks how large the volumes are", list: (values) => listDatabaseObjects({ ...values, storageGb: 1 }) },
  ];
  for (const { name, list } of bad)
    it(`would not be so of a list that ${name}: this test sees it`, () => {
      expect(firstDifference(cases, list)).to.match(/^helm: .*\nplan: /);
    });
});
