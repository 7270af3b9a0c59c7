import { expect } from "chai";
import { formatRoutes } from "../../scripts/route-list.ts";

describe("the list of handlers", () => {
  it("has each file under the name of its operation", () => {
    const list = formatRoutes(["clusters/get-cluster.ts", "auth/get-me.ts"]);
    expect(list).to.contain(
      'import * as getMe from "./auth/get-me.ts";\nimport * as getCluster from "./clusters/get-cluster.ts";\n',
    );
    expect(list).to.contain("export const HANDLERS = {\n  getMe,\n  getCluster,\n} satisfies HandlerTable;");
  });
});
