/** What can be done to a deployment by one word. */
export type ActionId = "stop" | "start" | "restart" | "sync";

/** An action as it is offered, and what it does. */
export type OfferedAction = Readonly<{ id: ActionId; name: string; sentence: string }>;

type Facts = Readonly<{ status: string; app_type: string; is_staged: boolean }>;

const START = { id: "start", name: "Start", sentence: "Brings back the pods that it had." } as const;
const STOP = {
  id: "stop",
  name: "Stop",
  sentence: "Takes its pods away; volumes, names and addresses stay.",
} as const;
const RESTART = {
  id: "restart",
  name: "Restart",
  sentence: "Replaces its pods one after the other; with more than one it goes on serving.",
} as const;
const SYNC = {
  id: "sync",
  name: "Deliver anew",
  sentence:
    "Commits its files again and has them applied: what failed is tried again, what was changed by hand is put back.",
} as const;

/** Lists what the interface would not refuse, in the state that was seen: charts know no common way to stop. */
export function actionsFor({ status, app_type: type, is_staged: isStaged }: Facts): readonly OfferedAction[] {
  if (status === "deleting") return [];
  if (type === "helm" || isStaged) return [SYNC];
  return status === "stopped" ? [START, SYNC] : [RESTART, STOP, SYNC];
}
