import { readFileSync } from "node:fs";
import { expect } from "chai";
import { parseAllDocuments } from "yaml";
import { API_GROUP, API_VERSION, CATEGORY } from "../../contract/identity.ts";
import { RESOURCES } from "../../contract/resources/all.ts";
import { openDryRun, readDocuments, type DryRun } from "../support/dry-run.ts";

const NAMESPACE = "org-acme";
const CRDS = RESOURCES.map(({ plural }) => `crds/${API_GROUP}_${plural}.yaml`);
const GUIDE = readFileSync(new URL("../../docs/guides/kubectl.md", import.meta.url), "utf8");

/** One object of the guide, with the sentence that refuses it, if any. */
type Shown = Readonly<{ object: { metadata: { name: string } }; refused: string | undefined }>;
type Schema = Readonly<{ description?: string; properties?: Record<string, Schema>; items?: Schema }>;

type ServedList = Readonly<{
  resources: readonly Readonly<{ name: string; shortNames?: string[]; categories?: string[] }>[];
}>;

function shownObjects(): Shown[] {
  return [...GUIDE.matchAll(/```yaml\n([\s\S]*?)```/g)].flatMap(([, text = ""]) => {
    const refused = /^# refused: (.*)$/m.exec(text)?.[1];
    return parseAllDocuments(text).map((one) => ({ object: one.toJS() as Shown["object"], refused }));
  });
}

/** Lists the members that `kubectl explain` has no words for. */
function unexplained(schema: Schema, path: string): string[] {
  const members = Object.entries(schema.properties ?? {}).flatMap(([name, member]) => [
    ...(member.description === undefined ? [`${path}.${name}`] : []),
    ...unexplained(member, `${path}.${name}`),
  ]);
  return schema.items === undefined ? members : [...members, ...unexplained(schema.items, `${path}[]`)];
}

describe("the guide for kubectl", function () {
  this.timeout(300_000);
  let dryRun: DryRun;
  before(async () => {
    dryRun = await openDryRun(CRDS, [NAMESPACE]);
  });
  after(() => dryRun.close());

  it("is true of the reason of a status, which a wide list of each kind has", () => {
    const wide = RESOURCES.map(({ printerColumns }) => printerColumns.filter(({ priority = 0 }) => priority > 0));
    for (const columns of wide) expect(columns.map(({ name }) => name)).to.include("Reason");
  });

  it("has objects of every kind, and refused ones", () => {
    const kinds = shownObjects().map(({ object }) => (object as unknown as { kind: string }).kind);
    expect(new Set(kinds)).to.deep.equal(new Set(RESOURCES.map(({ kind }) => kind)));
    expect(shownObjects().filter(({ refused }) => refused !== undefined)).to.have.length.greaterThan(3);
  });

  it("names kinds, short names and columns as the API server does", async () => {
    const path = `/apis/${API_GROUP}/${API_VERSION}`;
    const list = (await dryRun.client.request("GET", path, { timeoutMs: 10_000 })) as ServedList;
    for (const { kind, plural, printerColumns } of RESOURCES) {
      const served = list.resources.find(({ name }) => name === plural);
      expect(served?.categories).to.deep.equal([CATEGORY]);
      const columns = printerColumns.filter(({ priority = 0 }) => priority === 0).map(({ name }) => name);
      expect(GUIDE).to.contain(`| \`${kind}\` | \`${String(served?.shortNames)}\` | ${columns.join(", ")} |`);
    }
  });

  it("can promise words for every member: kubectl explain leaves none out", () => {
    for (const path of CRDS) {
      const [definition] = readDocuments(path);
      const { versions } = definition?.["spec"] as { versions: { schema: { openAPIV3Schema: Schema } }[] };
      const { spec, status } = versions[0]?.schema.openAPIV3Schema.properties ?? {};
      expect(Object.keys(spec?.properties ?? {}).length).to.be.greaterThan(0);
      expect([...unexplained(spec ?? {}, "spec"), ...unexplained(status ?? {}, "status")]).to.deep.equal([]);
    }
    expect(unexplained({ properties: { a: {} } }, "bad"), "known bad").to.deep.equal(["bad.a"]);
  });
});
