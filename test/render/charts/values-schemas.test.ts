import { readFileSync } from "node:fs";
import { expect } from "chai";
import { formatDatabaseSchema } from "../../../render/charts/database-chart-values.ts";
import { formatWorkloadSchema, isOwnedValue } from "../../../render/charts/workload-values.ts";

describe("The schemas of the charts' values", () => {
  for (const [chart, format] of Object.entries({ workload: formatWorkloadSchema, database: formatDatabaseSchema }))
    it(`are those that lie beside charts/${chart}`, () =>
      expect(format()).to.equal(readFileSync(`charts/${chart}/values.schema.json`, "utf8")));

  it("tell which values have a field of their own", () =>
    expect(["handle", "env", "resources", "anything", "toString"].filter(isOwnedValue)).to.deep.equal(["handle", "env"]));
});
