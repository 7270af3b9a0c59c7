import { join } from "node:path";
import { databaseValues, type DatabaseValues } from "../../../render/charts/database-chart-values.ts";
import { workloadValues, type WorkloadValues } from "../../../render/charts/workload-values.ts";
import { listDatabaseObjects, usersJobContent } from "../../../render/plan/database-objects.ts";
import { planObjects } from "../../../render/plan/plan-objects.ts";
import { listTenantObjects, type TenantObject } from "../../../render/plan/tenant-objects.ts";
import { assertGolden } from "../../support/golden.ts";
import { memberVariants, tellCorpus } from "../../support/render-corpus.ts";
import { DATABASE, DATABASE_SAMPLE, WORKLOAD, WORKLOAD_CASES, WORKLOAD_SAMPLE } from "./plan-values.ts";

const GOLDEN = join(import.meta.dirname, "__golden__");
const PLACE = { namespace: "shop-abcdefghij", isOurs: true };

/** What is in the content is told once. */
function tell({ pods, ...object }: TenantObject): object {
  const isInside = JSON.stringify(object.content).includes(JSON.stringify(pods ?? null));
  return {
    ...object,
    kind: undefined,
    name: undefined,
    pods: pods !== undefined && isInside ? "in the content" : pods,
  };
}

function tellObjects(objects: readonly TenantObject[]): object {
  return Object.fromEntries(objects.map((one) => [`${one.kind} ${one.name}`, tell(one)]));
}

/** What there is, and what coming from `before` and going back to it does. */
function tellAll(before: readonly TenantObject[], objects: readonly TenantObject[]): object {
  const plan = (from: readonly TenantObject[], to: readonly TenantObject[]): object =>
    Object.fromEntries(
      planObjects(from, to).map(({ kind, name, action, restart, apiVersion, namespace }) => [
        `${kind} ${name}`,
        [action, ...(restart ? ["and restart"] : []), apiVersion, namespace ?? "-"].join(" "),
      ]),
    );
  return { objects: tellObjects(objects), to: plan(before, objects), back: plan(objects, before) };
}

const variants = (base: WorkloadValues): Record<string, WorkloadValues> =>
  memberVariants<WorkloadValues>(workloadValues, base, WORKLOAD_SAMPLE);

const BASES: Readonly<Record<string, WorkloadValues>> = {
  stateless: WORKLOAD,
  stateful: {
    ...WORKLOAD,
    appType: "database",
    kind: "StatefulSet",
    volumes: [{ name: "data", path: "/data", sizeGb: 1 }],
  },
};
const ENGINES: Readonly<Record<string, DatabaseValues>> = {
  postgresql: DATABASE,
  mysql: { ...DATABASE, engine: "mysql", name: "db-1" },
};

describe("The objects that values mean, and what a change of them does", function () {
  this.timeout(300_000);

  for (const [name, base] of Object.entries(BASES))
    it(`are as they are written down: ${name}`, () => {
      const before = listTenantObjects(base, PLACE);
      const render = (values: WorkloadValues): object => tellAll(before, listTenantObjects(values, PLACE));
      assertGolden(join(GOLDEN, `${name}.txt`), tellCorpus({ base, cases: variants(base), render }));
    });

  it("are as they are written down: from one to another", () => {
    const cases = Object.fromEntries(WORKLOAD_CASES.map((one) => [one.tries, one]));
    const render = ({ from = WORKLOAD, to = WORKLOAD, place = PLACE }: (typeof WORKLOAD_CASES)[number]): object =>
      tellAll(listTenantObjects(from, PLACE), listTenantObjects(to, place));
    assertGolden(join(GOLDEN, "changes.txt"), tellCorpus({ base: { tries: "nothing" }, cases, render }));
  });

  for (const [name, base] of Object.entries(ENGINES))
    it(`are as they are written down: ${name}`, () => {
      const before = listDatabaseObjects(base);
      const render = (values: DatabaseValues): object => ({
        ...tellAll(before, listDatabaseObjects(values)),
        job: usersJobContent(values),
      });
      const cases = memberVariants<DatabaseValues>(databaseValues, base, DATABASE_SAMPLE);
      assertGolden(join(GOLDEN, `${name}.txt`), tellCorpus({ base, cases, render }));
    });
});
