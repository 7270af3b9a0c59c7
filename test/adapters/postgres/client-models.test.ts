import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
const SCHEMA = readFileSync(join(ROOT, "prisma/schema.prisma"), "utf8");
const SOURCES = globSync("{adapters,api,operator,berthctl}/**/*.ts", {
  cwd: ROOT,
  exclude: (path) => path === "adapters/postgres/generated",
}).map((file) => readFileSync(join(ROOT, file), "utf8"));

/** Lists the models that the client holds in memory: those that the schema does not keep from it. */
function modelsOfClient(schema: string): string[] {
  return [...schema.matchAll(/^model (\w+) \{\n([\s\S]*?)^\}/gm)]
    .filter(([, , block = ""]) => !/^ {2}@@ignore$/m.test(block))
    .map(([, name = ""]) => name);
}

/** Lists those of them that no statement of the client names, as `prisma.user` or `db.user`. */
function askedByNobody(schema: string): string[] {
  const member = (model: string): string => model.charAt(0).toLowerCase() + model.slice(1);
  return modelsOfClient(schema).filter(
    (model) => !SOURCES.some((text) => new RegExp(`\\b(prisma|db|tx)\\.${member(model)}\\.`).test(text)),
  );
}

describe("models of the Prisma client", () => {
  it("are those that are asked by it; what only statements in SQL touch has @@ignore", () => {
    expect(modelsOfClient(SCHEMA)).to.include("User");
    expect(askedByNobody(SCHEMA)).to.deep.equal([]);
  });

  it("would be missed where a table came without it", () => {
    const more = `${SCHEMA}\nmodel Parcel {\n  id String @id @db.Uuid\n\n  @@map("parcels")\n}\n`;
    expect(askedByNobody(more)).to.deep.equal(["Parcel"]);
  });
});
