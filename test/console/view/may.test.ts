import { expect } from "chai";
import { isAtLeast } from "../../../api/http/authorize.ts";
import { OPERATIONS as CLIENT_OPERATIONS, SOCKETS } from "../../../client/generated/operations.ts";
import { mayCall, type Caller, type Offered } from "../../../console/view/may.ts";
import { OPERATIONS } from "../../../contract/rest/all.ts";
import { ORGANIZATION_ROLES, type Operation } from "../../../contract/rest/operation.ts";

const FLAGS = [false, true] as const;
const CALLERS = [null, ...ORGANIZATION_ROLES].flatMap((role) =>
  FLAGS.flatMap((isPlatformAdmin) => FLAGS.map((isImpersonating) => ({ role, isPlatformAdmin, isImpersonating }))),
);

/** What the contract says of it, by the gateway's own order of roles. */
function isLet({ who, notWhileImpersonating }: Operation, by: Caller): boolean {
  if (notWhileImpersonating === true && by.isImpersonating) return false;
  if (who.kind === "platformAdmin") return by.isPlatformAdmin;
  return who.kind !== "role" || (typeof by.role === "string" && isAtLeast(by.role, who.role));
}

describe("What is offered to a role", () => {
  it("is what the interface would not refuse, for every operation", () => {
    const called = OPERATIONS.filter(({ operationId }) =>
      Object.hasOwn({ ...CLIENT_OPERATIONS, ...SOCKETS }, operationId),
    );
    expect(called.map(({ operationId }) => operationId)).to.include("execInDeployment");
    expect(called.length).to.be.at.least(100);
    for (const operation of called)
      for (const caller of CALLERS) {
        const id = operation.operationId as Offered;
        expect(mayCall(caller, id), `${id} ${JSON.stringify(caller)}`).to.equal(isLet(operation, caller));
      }
  });

  it("is nothing for viewers and for whoever has no role", () => {
    const may = [null, undefined, "viewer", "member", "admin", "owner"].map((role) => {
      const caller = { role, isPlatformAdmin: false, isImpersonating: false };
      return [mayCall(caller, "createDeployment"), mayCall(caller, "createCluster")];
    });
    expect(may).to.deep.equal([
      [false, false],
      [false, false],
      [false, false],
      [true, false],
      [true, true],
      [true, true],
    ]);
  });
});
