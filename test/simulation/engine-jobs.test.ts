import { expect } from "chai";
import { APPLICATIONS } from "../../adapters/kubernetes/resource-types.ts";
import { startMysql } from "./stories/mysql-story.ts";
import { World } from "./world/world.ts";

/** As Argo CD itself left it, for good, where the last of a sync was applied: it does not wait for that. */
const USERS = { group: "batch", kind: "Job", name: "users-471d1c3662", status: "Synced", hookPhase: "Running" };

type State = Readonly<{ phase?: string; syncResult?: object }>;
type Patch = Readonly<{ body: Readonly<{ status?: Readonly<{ operationState?: State | null }> }> }>;

describe("A Job of an engine's chart", function () {
  this.timeout(300_000);

  it("is no release command: a database runs, though Argo CD never says that its Job is through (known bad: it stayed provisioning)", async () => {
    const world = new World({ seed: 3 });
    await world.start();
    const { management } = world;
    const patch = management.patch.bind(management);
    let left = 0;
    management.patch = (type, ref, wanted, options) => {
      const { operationState } = (wanted as unknown as Patch).body.status ?? {};
      const { phase, syncResult } = operationState ?? {};
      if (type.kind !== APPLICATIONS.kind || !ref.name.startsWith("shop") || phase !== "Succeeded")
        return patch(type, ref, wanted, options);
      left += 1;
      const { status } = (wanted as unknown as Patch).body;
      const shown = { ...operationState, syncResult: { ...syncResult, resources: [USERS] } };
      const body = { ...(wanted.body as object), status: { ...status, operationState: shown } };
      return patch(type, ref, { kind: "merge", body }, options);
    };
    const { moco } = await startMysql(world);
    expect(left, "syncs that left it so").to.be.above(0);
    moco.stop();
    expect(world.monitor.violations).to.deep.equal([]);
    await world.stop();
  });
});
