import { expect } from "chai";
import { deploymentUpdatable } from "../../../contract/resources/deployment-spec.ts";
import { annotationOperations, preconditionOperations, specOperations } from "../../../api/resources/json-patch.ts";

describe("the JSON Patch of a REST body", () => {
  it("touches only what was sent, in the resource's names", () => {
    const body = { memory_request_mb: 64, health_checks: {}, volumes: [{ path: "/a" }] };
    expect(specOperations(deploymentUpdatable, body)).to.deep.equal([
      { op: "add", path: "/spec/memoryRequestMb", value: 64 },
      { op: "add", path: "/spec/volumes", value: [{ path: "/a", sizeGb: 10 }] },
      { op: "add", path: "/spec/healthChecks", value: {} },
    ]);
    expect(specOperations(deploymentUpdatable, {})).to.deep.equal([]);
  });

  it("removes what is null, also where it is absent, but never a name", () => {
    expect(specOperations(deploymentUpdatable, { name: null, replicas: null })).to.deep.equal([
      { op: "add", path: "/spec/replicas", value: null },
      { op: "remove", path: "/spec/replicas" },
    ]);
  });

  it("tests what it is for, and escapes the names of annotations", () => {
    expect(preconditionOperations({ uid: "u" })).to.have.length(1);
    expect(preconditionOperations({ uid: "u", generation: "3" })[1]).to.deep.include({ op: "test", value: 3 });
    expect(annotationOperations({ "a/b~c": "x" })).to.deep.equal([
      { op: "add", path: "/metadata/annotations/a~1b~0c", value: "x" },
    ]);
  });
});
