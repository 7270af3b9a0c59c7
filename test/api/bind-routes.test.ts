import { expect } from "chai";
import type { HandlerTable } from "../../api/bind-routes.ts";
import { HANDLERS } from "../../api/routes/all.ts";
import { OPERATIONS } from "../../contract/rest/all.ts";

describe("the table of handlers", () => {
  it("has one for each operation", () => {
    expect(Object.keys(HANDLERS)).to.have.members(OPERATIONS.map(({ operationId }) => operationId));
  });

  it("does not compile when one is missing, another's, or nobody's", () => {
    const { login, ...others } = HANDLERS;
    // @ts-expect-error nobody answers login
    expect(others satisfies HandlerTable).to.not.have.property("login");
    // Both take the same parameters and no body: only their names tell them apart.
    const swapped = { ...HANDLERS, startDeployment: HANDLERS.stopDeployment };
    // @ts-expect-error the handler of another operation
    expect(swapped satisfies HandlerTable).to.have.property("startDeployment");
    // @ts-expect-error no operation has this name
    expect({ ...HANDLERS, stopEverything: login } satisfies HandlerTable).to.have.property("stopEverything");
  });
});
