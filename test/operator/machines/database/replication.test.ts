import { expect } from "chai";
import { databaseSpec, type DatabaseSpec } from "../../../../contract/resources/database-instance.ts";
import {
  deriveLagBytes,
  deriveReplicationStatus,
  deriveRole,
  lagSignificance,
} from "../../../../operator/machines/database/replication.ts";
import type { DatabaseState } from "../../../../operator/machines/database/state.ts";

const ID = "0190a8f0-0000-7000-8000-00000000000e";
const spec = (members: Partial<DatabaseSpec>): DatabaseSpec =>
  databaseSpec.parse({ cluster: "one", engine: "postgresql", ...members });
const REPLICA = spec({ replicationSourceId: ID });
const PROMOTED = spec({ replicationSourceId: ID, promoted: true });

describe("Replication", () => {
  it("counts the bytes between two places in the WAL, over its segments too", () => {
    const lag = (currentLsn: unknown, replayLsn: unknown): number | undefined =>
      deriveLagBytes({ currentLsn }, { replayLsn });
    expect(lag("0/3000060", "0/3000000")).to.equal(96);
    expect(lag("1/0", "0/FFFFFFFF")).to.equal(1);
    expect(lag("0/1", "0/2"), "asked a moment later").to.equal(0);
    for (const wrong of [undefined, 7, "", "0/G", "0/123456789"]) expect(lag(wrong, "0/1")).to.equal(undefined);
    expect(deriveLagBytes("nobody", undefined)).to.equal(undefined);
  });

  it("has a role while there is somebody to have it towards", () => {
    expect([REPLICA, PROMOTED, spec({ tier: "replicated" }), spec({})].map(deriveRole)).to.deep.equal([
      "replica",
      "primary",
      "primary",
      undefined,
    ]);
  });

  it("says how following goes", () => {
    const base = { observedGeneration: 2, readyAtMs: 1, phase: "running" } as DatabaseState;
    const status = (of: DatabaseSpec, changes: Partial<DatabaseState> = {}): string | undefined =>
      deriveReplicationStatus(of, { ...base, ...changes }, 2);
    expect(status(spec({}))).to.equal(undefined);
    expect(status(REPLICA, { readyAtMs: undefined })).to.equal("initializing");
    expect(status(REPLICA)).to.equal("following");
    expect(status(REPLICA, { phase: "error" })).to.equal("unknown");
    expect(status(PROMOTED, { observedGeneration: 1 })).to.equal("promoting");
    expect(status(PROMOTED)).to.equal("promoted");
  });

  it("is written when its order of magnitude changes", () => {
    const mib = 1_048_576;
    expect([undefined, 0, mib - 1, mib, 2 * mib, 3 * mib].map(lagSignificance)).to.deep.equal([
      undefined,
      0,
      0,
      1,
      2,
      2,
    ]);
  });
});
