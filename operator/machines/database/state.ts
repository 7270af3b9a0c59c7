import type { DATABASE_PHASES } from "../../../contract/resources/database-instance.ts";
import type { DatabaseSourceRecord } from "../../../contract/resources/database-source.ts";
import type { BaseState } from "../base-state.ts";

/** Where a database is in its life. */
export type DatabasePhase = (typeof DATABASE_PHASES)[number];

/** States every arrow of a database (docs/adr/0024); tests hold the machine to it. */
export const DATABASE_EDGES = {
  pending: ["provisioning", "error", "deleting"],
  provisioning: ["running", "error", "deleting"],
  running: ["degraded", "upgrading", "error", "deleting"],
  degraded: ["running", "upgrading", "error", "deleting"],
  upgrading: ["running", "degraded", "error", "deleting"],
  error: ["provisioning", "running", "deleting"],
  deleting: [],
} as const satisfies Record<DatabasePhase, readonly DatabasePhase[]>;

/** What the machine remembers: facts passed that can no longer be observed. */
export type DatabaseState = BaseState<DatabasePhase> &
  Readonly<{
    secretsRevision: string | undefined;
    /** The archive that it was filled from, with what was known of it then. */
    source: DatabaseSourceRecord | undefined;
    /** When it first served; the engine's word "starting" means something else afterwards. */
    readyAtMs: number | undefined;
    /** Whether objects on the cluster differ from what was synced. */
    drifted: boolean;
  }>;
