import { expect } from "chai";
import { KubeError } from "../../../adapters/kubernetes/kube-error.ts";
import type { BerthError } from "../../../contract/errors.ts";
import { deploymentResource } from "../../../contract/resources/deployment.ts";
import { ValidationFault } from "../../../api/http/validation-fault.ts";
import { judgeFailure, translateKubeFault } from "../../../api/resources/kube-faults.ts";

const CASES = [
  { status: 0, reason: "ECONNREFUSED", code: "kubernetes_unavailable", write: "refused", why: "nothing was sent" },
  { status: 0, reason: "ECONNRESET", code: "kubernetes_unavailable", write: "unknown", why: "the answer was lost" },
  {
    status: 401,
    reason: "Unauthorized",
    code: "kubernetes_unavailable",
    write: "refused",
    why: "its users are not loaded yet",
  },
  {
    status: 403,
    reason: "Forbidden",
    code: "kubernetes_unavailable",
    write: "refused",
    why: "its roles are not loaded yet",
  },
  {
    status: 404,
    reason: "UnknownPath",
    code: "kubernetes_unavailable",
    write: "refused",
    why: "our kinds are not served yet",
  },
  { status: 404, reason: "NotFound", code: "not_found", write: "refused", why: "the object is gone" },
  { status: 409, reason: "Conflict", code: "conflict", write: "refused", why: "somebody else was faster" },
  { status: 429, reason: "TooManyRequests", code: "kubernetes_unavailable", write: "refused", why: "it is overloaded" },
  {
    status: 503,
    reason: "ServiceUnavailable",
    code: "kubernetes_unavailable",
    write: "unknown",
    why: "it may have been stored",
  },
] as const;

describe("faults of the management cluster", () => {
  for (const { status, reason, code, write, why } of CASES) {
    it(`answers ${code} to ${status} ${reason}: ${why}`, () => {
      const fault = new KubeError("POST /apis", { status, reason });
      expect((translateKubeFault(fault, deploymentResource) as BerthError).code).to.equal(code);
      expect(judgeFailure(fault)).to.equal(write);
    });
  }

  it("blames each member of which one cause has the sentence, and no other", () => {
    const broken = deploymentResource.specRules.filter(({ name }) =>
      ["scheduleFitsAppType", "retriesFitsAppType"].includes(name),
    );
    const message = `Invalid value: "object": ${broken.map((rule) => rule.message).join(". ")}.`;
    const body = { details: { causes: [{ field: "spec", message }] } };
    const fault = translateKubeFault(
      new KubeError("POST /apis", { status: 422, reason: "Invalid", body }),
      deploymentResource,
    );
    expect(fault).to.be.instanceOf(ValidationFault);
    const { faults } = fault as ValidationFault;
    expect(faults.map(({ loc }) => loc)).to.have.deep.members([
      ["body", "schedule"],
      ["body", "retries"],
    ]);
  });
});
