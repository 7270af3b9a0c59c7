import type { OfferedAction } from "./offered-action.ts";

type Facts = Readonly<{ status: string; app_type: string; is_staged: boolean }>;

const CHANGE = {
  id: "change",
  name: "Change",
  operation: "updateDeployment",
  sentence: "Changes its image, size, environment, domain and the rest.",
  page: "change",
} as const;
const START = {
  id: "start",
  name: "Start",
  operation: "startDeployment",
  sentence: "Brings back the pods that it had.",
} as const;
const STOP = {
  id: "stop",
  name: "Stop",
  operation: "stopDeployment",
  sentence: "Takes its pods away; volumes, names and addresses stay.",
} as const;
const RESTART = {
  id: "restart",
  name: "Restart",
  operation: "restartDeployment",
  sentence: "Replaces its pods one after the other; with more than one it goes on serving.",
} as const;
const SYNC = {
  id: "sync",
  name: "Deliver anew",
  operation: "syncDeployment",
  sentence:
    "Commits its files again and has them applied: what failed is tried again, what was changed by hand is put back.",
} as const;
const TAKE_OVER = {
  id: "sync",
  name: "Take it over",
  operation: "syncDeployment",
  sentence:
    "Applies its files for the first time; from then on what runs is what stands here. What it would change is below.",
} as const;
const PROMOTE = {
  id: "promote",
  name: "Promote",
  operation: "promoteDeployment",
  sentence: "Makes the same on another cluster, with what you change of it. Its data stays here.",
  page: "promote",
} as const;
const DELETE = {
  id: "delete",
  name: "Delete",
  operation: "deleteDeployment",
  sentence: "Its pods and its address go. Its volumes stay, unless you say so.",
  isDangerous: true,
} as const;

/** Lists what the interface would not refuse, in the state that was seen: charts know no common way to stop. */
export function deploymentActions({ status, app_type: type, is_staged: isStaged }: Facts): readonly OfferedAction[] {
  if (status === "deleting") return [];
  if (isStaged) return [TAKE_OVER, CHANGE, DELETE];
  if (type === "helm") return [CHANGE, SYNC, PROMOTE, DELETE];
  if (status === "stopped") return [CHANGE, START, SYNC, PROMOTE, DELETE];
  return [CHANGE, RESTART, STOP, SYNC, PROMOTE, DELETE];
}
