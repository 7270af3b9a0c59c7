import { expect } from "chai";
import { parseEvents } from "js-yaml";
import { findLine, readYaml, writeYaml, type YamlFault } from "../../../console/view/body-yaml.ts";
import { bodyOf, formFields, textOf } from "../../../console/view/form-fields.ts";
import { formSchemas, type Schemas } from "../../../scripts/form-schemas.ts";
import { isSuperlinear } from "../../support/growth.ts";
import { PUBLISHED_DOCUMENT } from "../../support/published-document.ts";

const { schemas } = (PUBLISHED_DOCUMENT as unknown as { components: { schemas: Schemas } }).components;
const FORMS = formSchemas(schemas);
const FIELDS = formFields(FORMS["DeploymentCreate"] ?? {});
const bodyFrom = (text: string): unknown => bodyOf(FIELDS, readYaml(FIELDS, text, {}).texts ?? {}, {}).body;
const faultOf = (text: string): YamlFault | undefined => readYaml(FIELDS, text, {}).fault;

/** What YAML takes for something else than a text, and what it takes for more than one line. */
const HARD_TEXTS = [
  "no",
  "1e3",
  "0o7",
  "null",
  "~",
  "2026-01-01",
  "a: b",
  "# no",
  "- a",
  "*x",
  "&x",
  "!x",
  "%",
  "'",
  '"',
];

describe("A form's body as YAML", () => {
  it("is the same body on the way there and back, whatever its texts look like", () => {
    const body = {
      name: "shop",
      app_type: "web_app",
      replicas: 3,
      cpu_request: 0.5,
      failover_health_route: true,
      command: ["run", "--port=80", ...HARD_TEXTS],
      environment_variables: [...HARD_TEXTS, "two\nlines\n", ""].map((value, index) => ({ name: `V_${index}`, value })),
      health_checks: { liveness: { path: "/healthz" } },
      custom_values_yaml: "a: 1\nb:\n  - c",
    };
    const texts = Object.fromEntries(
      FIELDS.map(({ name, kind }) => [name, textOf(Object.entries(body).find(([key]) => key === name)?.[1], kind)]),
    );
    const text = writeYaml(FIELDS, texts);
    expect(text.split("\n").slice(0, 1)).to.deep.equal(["name: shop"]);
    expect(bodyFrom(text)).to.deep.equal(body);
    const again = readYaml(FIELDS, text, {}).texts ?? {};
    expect(again, "to the letter: what was not changed is not sent").to.deep.equal(texts);
  });

  it("names what is needed, and nothing else of what is not set", () => {
    expect(writeYaml(FIELDS, {})).to.equal("name: null\napp_type: null\ncluster_id: null\n");
    expect(bodyFrom("")).to.deep.equal({});
    expect(bodyFrom("# nothing\n")).to.deep.equal({});
  });

  it("keeps what was typed into a control and is no value yet, and tells it at its line", () => {
    const text = writeYaml(FIELDS, { name: "shop", replicas: "three", command: "[run" });
    expect(text).to.contain("replicas: three\n").and.to.contain("command: ");
    expect(faultOf(text)?.sentence).to.match(/is a (whole number|list)/);
  });

  const FAULTS: readonly (readonly [string, number, string])[] = [
    ["name: shop\nreplica: 3\n", 2, "replica is not known here: replicas is"],
    ["name: shop\n\n# more\nzebra: 3\n", 4, "zebra is not known here: take it out, or look in the form"],
    [
      "name: shop\nenvironment_variables:\n  - name: A\n    value: a\n  - name: B\n    valu: b\n",
      6,
      "valu is not known here: value is",
    ],
    ["health_checks:\n  liveness:\n    pathh: /\n", 3, "pathh is not known here: path is"],
    ["name: shop\nreplicas: three\n", 2, "replicas is a whole number, without quotes"],
    ["docker_image: [a]\n", 1, "docker_image is one value, no list"],
    ["name: 12\n", 1, "name is a text: put it in quotes"],
    ["a: 1\nconstructor: 1\n", 1, "a is not known here"],
    ["constructor: 1\n", 1, "constructor is not known here"],
    ["app_type: zebra\n", 1, "app_type can be "],
    ["command: run\n", 1, "command is a list: begin each item below it with a dash"],
    ["- name: shop\n", 1, "This has members: write each on a line of its own"],
    ["name: shop\n  replicas: 3\n", 2, "This is no YAML (bad indentation of a mapping entry): give each member a line"],
    ["name: shop\nname: again\n", 2, "This is no YAML (duplicated mapping key)"],
    ["name: shop\ncommand: [a\n", 2, "This is no YAML"],
    ["name: shop\n---\nname: again\n", 3, "This is no YAML (expected a single document"],
    ["name: &a shop\ndocker_image: *a\n", 2, "Aliases are not taken: write it out"],
    ["? [a]\n: 1\n", 1, "This is no YAML"],
  ];
  for (const [text, line, sentence] of FAULTS)
    it(`is refused at line ${line}: ${JSON.stringify(text)}`, () => {
      const fault = faultOf(text);
      expect(fault?.sentence).to.contain(sentence);
      expect(fault?.line).to.equal(line);
    });

  it("never has a secret, keeps the one of the form, and takes none", () => {
    const secret = formFields(FORMS["SecretCreate"] ?? {});
    const given = { name: "A", value: " canary\n" };
    const text = writeYaml(secret, given);
    expect(text).to.equal("name: A\n");
    expect(readYaml(secret, text, given).texts).to.include(given);
    expect(readYaml(secret, "name: A\nvalue: canary\n", given).fault?.sentence)
      .to.match(/^value is a secret/)
      .and.not.to.contain("canary");
  });

  it("tells at which line a member stands that the interface finds fault with", () => {
    const text = "name: shop\ncommand:\n  - name\nreplicas: 3\n";
    expect(["name", "command", "replicas", "volumes"].map((member) => findLine(text, member))).to.deep.equal([
      1,
      2,
      4,
      undefined,
    ]);
  });

  it("takes time by its length, however many lines it has (known bad: lines that are counted anew for each)", async () => {
    const long = (lines: number): string =>
      `name: shop\nconfig:\n${Array.from({ length: lines }, (_, at) => `  k${at}: "${at}"\n`).join("")}`;
    const countAnew = (text: string): unknown =>
      parseEvents(text, {}).map((event) =>
        "valueStart" in event ? text.slice(0, event.valueStart).split("\n").length : 1,
      );
    expect(readYaml(FIELDS, long(2_000), {}).fault).to.equal(undefined);
    expect(readYaml(FIELDS, `${long(2_000)}zebra: 3\n`, {}).fault?.line).to.equal(2_003);
    expect(await isSuperlinear((text) => readYaml(FIELDS, text, {}), long, 3_000)).to.equal(false);
    expect(await isSuperlinear(countAnew, long, 500)).to.equal(true);
  });
});
