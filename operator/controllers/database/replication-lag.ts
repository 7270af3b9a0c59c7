import { deriveLagBytes } from "../../machines/database/replication.ts";
import { readServerStatus, type EngineServer } from "./server-status.ts";

/** Reads how many bytes a replica is behind what it follows; undefined when one of both does not answer. */
export async function readLagBytes(leader: EngineServer, follower: EngineServer): Promise<number | undefined> {
  const [ahead, behind] = await Promise.all([readServerStatus(leader), readServerStatus(follower)]);
  return deriveLagBytes(ahead, behind);
}
