import { expect } from "chai";
import { KubeError } from "../../../adapters/kubernetes/kube-error.ts";
import { describeDifference } from "../../../operator/delivery/live-difference.ts";
import { refusalOfObject } from "../../../operator/delivery/refusal-of-object.ts";

const pod = (container: object): { metadata: { name: string }; [member: string]: unknown } => ({
  metadata: { name: "shop" },
  spec: { template: { spec: { containers: [{ name: "main", ...container }] } } },
});

describe("What a sync would change on a live object", () => {
  it("is told member by member, and items of lists by what names them", () => {
    const live = pod({ image: "a:1", ports: [{ containerPort: 80 }], args: ["x"] });
    const would = pod({ image: "a:2", ports: [{ containerPort: 80 }, { containerPort: 81 }], command: ["y"] });
    const at = "spec.template.spec.containers[main]";
    expect(describeDifference(live, would)).to.deep.equal([
      `${at}.image: "a:1" → "a:2"`,
      `${at}.ports[81]: + {"containerPort":81}`,
      `${at}.args: - ["x"]`,
      `${at}.command: + ["y"]`,
    ]);
  });

  it("is nothing where only the API server's own members differ", () => {
    const { metadata, ...rest } = pod({});
    const served = { ...metadata, resourceVersion: "7", generation: 3, managedFields: [{}] };
    expect(describeDifference({ metadata, ...rest }, { metadata: served, ...rest, status: { a: 1 } })).to.deep.equal(
      [],
    );
  });

  it("never shows what a variable holds", () => {
    const live = pod({ env: [{ name: "TOKEN", value: "canary-1" }] });
    const would = pod({
      env: [
        { name: "TOKEN", value: "canary-2" },
        { name: "NEW", value: "canary-3" },
      ],
    });
    const text = describeDifference(live, would).join("\n");
    expect(text).to.contain("env[TOKEN].value: changed").and.contain('env[NEW]: + {"name":"NEW"}');
    expect(describeDifference(pod({}), would).join())
      .to.contain("env")
      .and.not.contain("canary");
    expect(text).not.to.contain("canary");
  });
});

describe("A refusal of a tenant's API server", () => {
  const refusal = (status: number, body: object): string | undefined =>
    refusalOfObject(new KubeError("PATCH /x", { status, reason: "x", body }), "live");

  it("is told by field and reason, without its own text", () => {
    const causes = [
      { field: "spec.selector", reason: "FieldValueInvalid", message: "Invalid value: canary: field is immutable" },
      { field: "spec.replicas", reason: "FieldValueRequired", message: "canary" },
    ];
    expect(refusal(422, { message: "canary", details: { causes } })).to.equal(
      "spec.selector cannot be changed on the live object; spec.replicas is required",
    );
    expect(refusal(400, { message: 'strict decoding error: unknown field "spec.foo"' })).to.equal(
      "spec.foo is no member",
    );
    expect(refusal(500, { message: "failed: .spec.paus: field not declared in schema" })).to.equal(
      "spec.paus is no member",
    );
    expect(refusal(404, {})).to.equal("the namespace live does not exist");
    expect(refusal(403, { message: "admission webhook canary" })).to.equal("the cluster's own rules do not allow it");
  });

  it("is none where the API server has not judged", () => {
    for (const status of [0, 401, 429, 503]) expect(refusal(status, { message: "x" })).to.equal(undefined);
    expect(refusalOfObject(new Error("x"), "live")).to.equal(undefined);
  });
});
