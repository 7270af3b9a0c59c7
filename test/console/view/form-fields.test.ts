import { expect } from "chai";
import { FORM_BODIES, FORM_MEMBERS, FORMS_WITHIN } from "../../../console/form-bodies.ts";
import { bodyOf, formFields, textOf, textsOf, type FormSchema } from "../../../console/view/form-fields.ts";
import { formSchemas, type Schema, type Schemas } from "../../../scripts/form-schemas.ts";
import { PUBLISHED_DOCUMENT } from "../../support/published-document.ts";

const { schemas } = (PUBLISHED_DOCUMENT as unknown as { components: { schemas: Schemas } }).components;
const FORMS = formSchemas(schemas);
const FIELDS = formFields(FORMS["DeploymentCreate"] ?? {});
const read = (given: Record<string, string>, beginning: Record<string, string> = {}): ReturnType<typeof bodyOf> =>
  bodyOf(FIELDS, given, beginning);

/** A schema with all that it refers to in its place, and everything that is said of it. */
const wholeSchema = (schema: Schema): FormSchema => {
  const name = schema.$ref?.split("/").at(-1);
  if (name !== undefined) return wholeSchema(schemas[name] ?? {});
  const { properties, items, anyOf } = schema;
  return {
    ...schema,
    ...(items && { items: wholeSchema(items) }),
    ...(anyOf && { anyOf: anyOf.map(wholeSchema) }),
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([key, one]) => [key, wholeSchema(one)])),
    }),
  } as FormSchema;
};
const controlsOf = (schema: FormSchema): unknown =>
  formFields(schema).map((field) => ({
    ...field,
    schema: undefined,
    columns: field.columns.map((column) => ({ ...column, schema: undefined })),
  }));
const innerOf = ({ properties = {} }: FormSchema, member: string): FormSchema => {
  const inner = properties[member] ?? {};
  return inner.anyOf?.find((one) => one.properties !== undefined) ?? inner;
};

describe("A form of the contract", () => {
  it("has a control for every member of the body, the required ones first", () => {
    const names = FIELDS.map(({ name }) => name);
    expect(names).to.have.members(Object.keys(schemas["DeploymentCreate"]?.properties ?? {}));
    expect(FIELDS.filter(({ isRequired }) => isRequired)).to.have.length(3);
    expect(FIELDS.slice(0, 3).every(({ isRequired }) => isRequired)).to.equal(true);
  });

  it("is never one of a body that the contract does not have", () => {
    expect(Object.values(FORMS).every(({ properties = {} }) => Object.keys(properties).length > 0)).to.equal(true);
    const { RunCreateRequest: gone, ...rest } = schemas;
    expect(() => formSchemas(rest), JSON.stringify(gone)).to.throw("no schema RunCreateRequest");
  });

  it("has the controls that all of the contract's schema gives, of which less is loaded", () => {
    for (const name of FORM_BODIES.filter((one) => FORM_MEMBERS[one] === undefined)) {
      const whole = wholeSchema({ $ref: name });
      const loaded = FORMS[name] as FormSchema;
      expect(controlsOf(loaded), name).to.deep.equal(controlsOf(whole));
      for (const member of (FORMS_WITHIN as readonly string[]).includes(name)
        ? Object.keys(loaded.properties ?? {})
        : [])
        expect(controlsOf(innerOf(loaded, member)), member).to.deep.equal(controlsOf(innerOf(whole, member)));
    }
    expect(JSON.stringify(FORMS).length).to.be.below(
      JSON.stringify(FORM_BODIES.map(($ref) => wholeSchema({ $ref }))).length,
    );
  });

  it("has labels in which units are written as people write them", () => {
    const labels = Object.fromEntries(FIELDS.map(({ name, label }) => [name, label]));
    expect(labels).to.include({
      cpu_request: "CPU request",
      memory_request_mb: "Memory request (MB)",
      storage_size_gb: "Storage size (GB)",
      run_timeout_seconds: "Run timeout seconds",
    });
  });

  it("has controls by what members are, with their descriptions and limits", () => {
    const kinds = Object.fromEntries(FIELDS.map(({ name, kind }) => [name, kind]));
    expect(kinds).to.include({
      name: "text",
      replicas: "whole",
      cpu_request: "number",
      app_type: "choice",
      image_update_strategy: "choice",
      failover_health_route: "flag",
      environment_variables: "rows",
      volumes: "rows",
      health_checks: "json",
      sleep: "members",
      backups: "json",
      custom_values_yaml: "longText",
    });
    const replicas = FIELDS.find(({ name }) => name === "replicas");
    expect([replicas?.label, replicas?.help]).to.deep.equal(["Replicas", "Number of pods; 1 by default; 0 to 100"]);
    expect(FIELDS.find(({ name }) => name === "app_type")?.choices).to.include("web_app");
  });

  it("sends what differs from the beginning, by its type; what is emptied is unset", () => {
    const { body, faults } = read(
      {
        name: " shop ",
        replicas: "3",
        docker_image: "",
        failover_health_route: "true",
        command: '["run"]',
        args: "[]",
      },
      { docker_image: "nginx:1", args: "[]", container_port: "80" },
    );
    expect(faults).to.deep.equal([]);
    expect(body).to.deep.equal({
      name: "shop",
      replicas: 3,
      docker_image: null,
      failover_health_route: true,
      command: ["run"],
      container_port: null,
    });
  });

  it("ticks what is known, takes one address a line, moments in the reader's zone, and hides secrets", () => {
    const key = formFields(FORMS["APIKeyCreate"] ?? {});
    const client = formFields(FORMS["OAuthClientCreate"] ?? {});
    const kinds = Object.fromEntries([...client, ...key].map(({ name, kind }) => [name, kind]));
    expect(kinds).to.include({ scopes: "several", redirect_uris: "lines", expires_at: "moment" });
    const uris = ["https://a.example/", "https://b.example/"];
    expect(textOf(uris, "lines")).to.equal(uris.join("\n"));
    expect(bodyOf(client, { redirect_uris: `${uris.join("\r\n")}\n` }, {}).body).to.deep.equal({ redirect_uris: uris });
    const given = { scopes: "secrets:read\nsecrets:write", expires_at: "2030-01-01T10:00" };
    expect(bodyOf(key, given, {}).body).to.deep.equal({
      scopes: ["secrets:read", "secrets:write"],
      expires_at: new Date("2030-01-01T10:00").toISOString(),
    });
    expect(bodyOf(key, { expires_at: "soon" }, {}).faults).to.have.length(1);
    expect(formFields(FORMS["PasswordChange"] ?? {}).map(({ kind }) => kind)).to.deep.equal(["secret", "secret"]);
  });

  it("does not send ticks that were left as they are, in whatever order they were", () => {
    const fields = formFields(FORMS["WebhookUpdate"] ?? {});
    const before = textsOf(fields, { url: "https://a.example", kinds: ["Deployment", "Cluster"], enabled: true });
    const send = (kinds: string): unknown =>
      bodyOf(fields, { ...before, url: "https://b.example", kinds }, before).body;
    expect(send("Cluster\nDeployment")).to.deep.equal({ url: "https://b.example" });
    expect(send("Cluster")).to.deep.equal({ url: "https://b.example", kinds: ["Cluster"] });
  });

  it("sends secrets to the letter", () => {
    const secret = formFields(FORMS["SecretCreate"] ?? {});
    const given = { name: " A ", value: " -----BEGIN-----\n" };
    expect(bodyOf(secret, given, {}).body).to.deep.equal({ name: "A", value: " -----BEGIN-----\n" });
  });

  it("says by field what cannot be sent", () => {
    const { faults } = read({ replicas: "three", container_port: "80.5", command: "[run]" });
    expect(faults.map(({ loc, msg }) => [loc[1], msg])).to.have.deep.members([
      ["replicas", "give a whole number, such as 2"],
      ["container_port", "give a whole number, such as 2"],
      ["command", 'give JSON: a list is ["a", "b"], an object {"a": "b"}'],
    ]);
  });

  it("begins with what is there", () => {
    expect([textOf(null), textOf(0), textOf(false), textOf(["a"])]).to.deep.equal(["", "0", "false", '[\n  "a"\n]']);
  });
});
