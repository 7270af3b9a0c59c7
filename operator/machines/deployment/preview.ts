import { assertNever, wait } from "../decision.ts";
import { stay } from "../moves.ts";
import type { DeploymentDecision } from "./moves.ts";
import type { DeploymentObserved } from "./observe-types.ts";
import type { DeploymentState } from "./state.ts";

const END_POLL_MS = 1_000;
const DATABASE_POLL_MS = 2_000;
const REFUSED_POLL_MS = 15_000;
const WAITING = "WaitingForDatabase";

/** Decides when a preview is over, whatever else is in its way; undefined while it is not. */
export function endPreview(state: DeploymentState, { preview }: DeploymentObserved): DeploymentDecision | undefined {
  if (preview?.isOver !== true) return undefined;
  return stay(state, "Its time is over", wait(END_POLL_MS, "EndingPreview"), [{ kind: "endPreview" }]);
}

/** Decides while a preview's own database does not serve yet; once it was delivered nobody looks any more. */
export function awaitDatabase(
  state: DeploymentState,
  { preview, generation }: DeploymentObserved,
): DeploymentDecision | undefined {
  const database = state.phase === "pending" ? preview?.database : undefined;
  if (database === undefined || database.kind === "serving") return undefined;
  const waiting = { ...state, observedGeneration: generation, reason: WAITING };
  const outcome = wait(DATABASE_POLL_MS, WAITING);
  const message = "Its own database is being made; the preview starts by itself once that serves.";
  const coming = { ...waiting, message, stalled: false };
  switch (database.kind) {
    case "absent":
      return stay(coming, message, outcome, [{ kind: "makeDatabase" }]);
    case "refused": {
      const full =
        "Its own database waits: the organization has as many databases as it may have. Delete one, or have a platform admin raise quotas.databases.";
      const retry = wait(REFUSED_POLL_MS, WAITING);
      return stay({ ...waiting, message: full, stalled: true }, full, retry, [{ kind: "makeDatabase" }]);
    }
    case "coming": {
      if (database.fault === "") return stay(coming, message, outcome);
      const fault = `Its own database does not come: ${database.fault}`;
      return stay({ ...waiting, message: fault, stalled: true }, fault, outcome);
    }
    case "foreign": {
      const taken = `A database that is not its own has the name ${database.name}; delete one of the two.`;
      return stay({ ...waiting, message: taken, stalled: true }, taken, outcome);
    }
    default:
      return assertNever(database);
  }
}
