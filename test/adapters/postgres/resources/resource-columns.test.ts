import { readFileSync } from "node:fs";
import { expect } from "chai";
import { COLUMNS } from "../../../../render/projection/resource-row.ts";

const SCHEMA = readFileSync(new URL("../../../../prisma/schema.prisma", import.meta.url), "utf8");
/** Columns that the statements themselves fill. */
const KEPT = ["mirroredVersion", "observedAt", "deletedAt"];
/** How Prisma's types are read from JSON. */
const TYPES: Readonly<Record<string, string>> = {
  Boolean: "boolean",
  BigInt: "bigint",
  Decimal: "numeric",
  Json: "json",
  DateTime: "timestamptz",
};

/** Reads the columns of a model: `name type` by the member. */
function columnsOf(schema: string, model: string): Record<string, string> {
  const block = new RegExp(`^model ${model} \\{\\n([\\s\\S]*?)^\\}`, "m").exec(schema)?.[1] ?? "";
  const fields = [...block.matchAll(/^ {2}(\w+) +(\w+)\??(.*)$/gm)];
  return Object.fromEntries(
    fields.map(([, member = "", type = "", attributes = ""]) => {
      const name = /@map\("(\w+)"\)/.exec(attributes)?.[1] ?? member;
      return [member, `${name} ${attributes.includes("@db.Uuid") ? "uuid" : (TYPES[type] ?? "text")}`];
    }),
  );
}

/** Names the columns that the table of the projection and the schema tell differently. */
function differences(schema: string): string[] {
  const stored = columnsOf(schema, "Resource");
  const written: Readonly<Record<string, string>> = COLUMNS;
  const members = new Set([...Object.keys(stored), ...Object.keys(written)]);
  return [...members].filter((member) => !KEPT.includes(member) && stored[member] !== written[member]);
}

describe("columns of the projection", () => {
  it("are those of the schema, each with its type", () => {
    expect(differences(SCHEMA)).to.deep.equal([]);
    expect(Object.keys(columnsOf(SCHEMA, "Resource"))).to.include.members([...KEPT, "displayName"]);
  });

  it("are compared (known bad: a column that nobody writes, one of another type)", () => {
    const schema = SCHEMA.replace(
      '  clusterId       String?   @map("cluster_id") @db.Uuid',
      '  clusterId String? @map("cluster_id") @db.VarChar(36)\n  appType String? @map("app_type")',
    );
    expect(differences(schema)).to.deep.equal(["clusterId", "appType"]);
  });
});
