import { assert } from "chai";
import { z } from "zod";
import { OPERATIONS } from "../../contract/rest/all.ts";
import type { Operation } from "../../contract/rest/operation.ts";

/** Lists operations that hand out a secret, which outlives the request, to a platform admin who acts as somebody else. */
function leaks(operations: readonly Operation[]): string[] {
  return operations
    .filter(({ success, notWhileImpersonating }) => holdsSecret(success.schema) && notWhileImpersonating !== true)
    .map(({ operationId }) => operationId);
}

function holdsSecret(schema: z.ZodType): boolean {
  let found = false;
  z.toJSONSchema(schema, {
    unrepresentable: "any",
    override: ({ zodSchema }) => {
      if ((zodSchema as unknown as z.ZodType).meta()?.["secret"] === true) found = true;
    },
  });
  return found;
}

describe("answers that hold a secret", () => {
  it("are not for a platform admin who acts as another user", () => {
    assert.deepEqual(leaks(OPERATIONS), []);
  });

  it("are told by the test: each one without its flag is found", () => {
    const bare = OPERATIONS.map((operation) => ({ ...operation, notWhileImpersonating: undefined }));
    assert.includeMembers(leaks(bare), ["createApiKey", "rotateApiKey", "getClusterKubeconfig", "createInvitation"]);
  });
});
