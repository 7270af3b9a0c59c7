import { expect } from "chai";
import { formFields } from "../../../console/view/form-fields.ts";
import { rowsOf, textOfMembers, textOfRows } from "../../../console/view/row-texts.ts";
import { formSchemas, type Schemas } from "../../../scripts/form-schemas.ts";
import { PUBLISHED_DOCUMENT } from "../../support/published-document.ts";

const { schemas } = (PUBLISHED_DOCUMENT as unknown as { components: { schemas: Schemas } }).components;
const FIELDS = formFields(formSchemas(schemas)["DeploymentUpdate"] ?? {});
const columnsOf = (name: string): (typeof FIELDS)[number]["columns"] =>
  FIELDS.find((field) => field.name === name)?.columns ?? [];

describe("Rows of a form", () => {
  it("are of the members that the contract has", () => {
    expect(columnsOf("environment_variables").map(({ name }) => name)).to.deep.equal(["name", "value", "secret_ref"]);
    expect(columnsOf("volumes").map(({ name, kind }) => [name, kind])).to.deep.include(["sizeGb", "whole"]);
  });

  it("show what is there, and say what was given: an empty member is left out, an empty row is none", () => {
    const columns = columnsOf("environment_variables");
    const read = rowsOf('[{"name":"A","value":"1","secret_ref":null}]', columns);
    expect(read).to.deep.equal([{ name: "A", value: "1", secret_ref: "" }]);
    const text = textOfRows([...read, {}, { name: "B", secret_ref: "KEY" }], columns);
    expect(JSON.parse(text)).to.deep.equal([
      { name: "A", value: "1" },
      { name: "B", secret_ref: "KEY" },
    ]);
    const blank = textOfRows([{ name: "C", value: " a\n" }, { name: "D" }], columns);
    expect(JSON.parse(blank)).to.deep.equal([
      { name: "C", value: " a\n" },
      { name: "D", value: "" },
    ]);
    expect([rowsOf("", columns), textOfRows([{ name: "" }], columns)]).to.deep.equal([[], ""]);
  });

  it("are one for an object that is given whole, and none where it is taken away", () => {
    const columns = columnsOf("sleep");
    expect(columns.map(({ name, isRequired }) => [name, isRequired])).to.deep.equal([
      ["stop_schedule", true],
      ["start_schedule", true],
      ["time_zone", false],
    ]);
    const sleep = { stop_schedule: "0 20 * * *", start_schedule: "0 8 * * *", time_zone: null };
    const rows = rowsOf(JSON.stringify(sleep), columns);
    expect(rows).to.deep.equal([{ ...sleep, time_zone: "" }]);
    const text = textOfMembers([{ ...rows[0], time_zone: "Europe/Berlin" }], columns);
    expect(JSON.parse(text)).to.deep.equal({ ...sleep, time_zone: "Europe/Berlin" });
    expect([textOfMembers([], columns), textOfMembers([{}], columns)]).to.deep.equal(["", ""]);
  });

  it("have numbers as numbers, and what is none as it was typed: the interface says what is wrong", () => {
    const rows = [
      { path: "/data", sizeGb: "20" },
      { path: "/more", sizeGb: "many" },
    ];
    expect(JSON.parse(textOfRows(rows, columnsOf("volumes")))).to.deep.equal([
      { path: "/data", sizeGb: 20 },
      { path: "/more", sizeGb: "many" },
    ]);
  });
});
