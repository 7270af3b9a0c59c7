import { expect } from "chai";
import { parse } from "yaml";
import { z } from "zod";
import { API_GROUP, API_VERSION } from "../../contract/identity.ts";
import { RESOURCES } from "../../contract/resources/all.ts";
import { blocksOf, readDocuments } from "../support/documents.ts";

type View = Readonly<{ sortColumn: string; columns: readonly string[] }>;
type Plugin = Readonly<Record<string, unknown>> & Readonly<{ scopes: readonly string[]; shortCut: string }>;
type Schema = Readonly<{ properties?: Record<string, Schema> }>;

const blocks = readDocuments("docs/guides/k9s.md").flatMap(blocksOf);
const settingsOf = (name: string): Record<string, unknown> => {
  const block = blocks.find(({ mark }) => mark?.value === `k9s ${name}`);
  return (parse(block?.text ?? "") as Record<string, Record<string, unknown>>)[name] ?? {};
};
const STANDARD = ["NAMESPACE", "NAME", "AGE"];

/** What k9s would show nothing for: a column that the API server does not print, a path that no object has. */
function faultsOf(views: Readonly<Record<string, View>>): string[] {
  return Object.entries(views).flatMap(([type, { columns, sortColumn }]) => {
    const resource = RESOURCES.find(({ plural }) => type === `${API_GROUP}/${API_VERSION}/${plural}`);
    if (resource === undefined) return [`${type} is no kind`];
    const { spec, status, printerColumns } = resource;
    const schema: Schema = {
      properties: {
        spec: z.toJSONSchema(spec, { io: "input" }) as Schema,
        status: z.toJSONSchema(status, { io: "input" }) as Schema,
      },
    };
    const printed = new Set([...STANDARD, ...printerColumns.map(({ name }) => name.toUpperCase())]);
    const names = columns.map((column) => column.split(":")[0] ?? "");
    const unknown = columns.filter((column) => {
      const [name = "", path] = column.split(":");
      return path === undefined ? !printed.has(name) : !hasPath(schema, path.slice(1).split("."));
    });
    return names.includes(sortColumn.split(":")[0] ?? "") ? unknown : [...unknown, sortColumn];
  });
}

function hasPath(schema: Schema | undefined, [member, ...rest]: readonly string[]): boolean {
  if (schema === undefined) return false;
  return member === undefined || hasPath(schema.properties?.[member], rest);
}

describe("the settings for k9s", () => {
  it("show columns that there are", () => {
    const views = settingsOf("views") as Record<string, View>;
    expect(Object.keys(views)).to.have.length(3);
    expect(faultsOf(views)).to.deep.equal([]);
  });

  it("would be found out (known bad): a kind, a column, a path and an order", () => {
    const columns = ["NAME", "COLOUR", "X:.status.colour"];
    const views = {
      [`${API_GROUP}/${API_VERSION}/clusters`]: { columns, sortColumn: "STATUS:asc" },
      harbours: { columns, sortColumn: "" },
    };
    expect(faultsOf(views)).to.deep.equal(["COLOUR", "X:.status.colour", "STATUS:asc", "harbours is no kind"]);
  });

  it("have plugins with all that k9s asks for, on kinds of ours", () => {
    const plugins = Object.values(settingsOf("plugins") as Record<string, Plugin>);
    expect(plugins).to.have.length(2);
    for (const plugin of plugins) {
      expect(plugin).to.include.keys("shortCut", "description", "scopes", "command", "args");
      expect(RESOURCES.map(({ shortName }) => shortName)).to.include.members([...plugin.scopes]);
    }
    expect(new Set(plugins.map(({ shortCut }) => shortCut))).to.have.length(plugins.length);
  });
});
