import type { OfferedAction } from "./offered-action.ts";

type Facts = Readonly<{
  status: string;
  app_type: string;
  is_staged: boolean;
  sleep?: object | null;
  conditions?: readonly Readonly<{ type: string; status: string; reason: string }>[];
}>;

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
const UNTIL_TURN = "That holds until the next turn of its sleep schedule; to keep it so, take the schedule away first.";
const RUN = {
  id: "run",
  name: "Run now",
  operation: "createDeploymentRun",
  sentence: "Starts its command once, in a pod of its own. What is not given here is the deployment's.",
} as const;
const PAUSE = { ...STOP, sentence: "Lets no further run begin; those that are under way go on." } as const;
const RESUME = {
  ...START,
  sentence: "Lets runs begin by its schedule again. What was due meanwhile is not made up for.",
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
const RENEW = {
  id: "renew",
  name: "Renew the certificate",
  operation: "renewDeploymentCertificate",
  sentence:
    "Has another certificate made for its own domain, as after its key was seen; the one before is served until then.",
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

/** Lists what the interface would not refuse, in the state that was seen: charts know no common way to stop, jobs run when asked. */
export function deploymentActions({
  status,
  app_type: type,
  is_staged: isStaged,
  sleep,
  conditions,
}: Facts): readonly OfferedAction[] {
  const sleeps = sleep !== undefined && sleep !== null;
  if (status === "deleting") return [];
  if (isStaged) return [TAKE_OVER, CHANGE, DELETE];
  if (type === "helm") return [CHANGE, SYNC, PROMOTE, DELETE];
  if (type === "job") return [CHANGE, RUN, SYNC, PROMOTE, DELETE];
  const isStopped = status === "stopped";
  if (type === "cron_job") return [CHANGE, RUN, isStopped ? RESUME : PAUSE, SYNC, PROMOTE, DELETE];
  const turned = (action: OfferedAction): OfferedAction =>
    sleeps ? { ...action, sentence: `${action.sentence} ${UNTIL_TURN}` } : action;
  if (isStopped) return [CHANGE, turned(START), SYNC, ...renewing(conditions), PROMOTE, DELETE];
  return [CHANGE, RESTART, turned(STOP), SYNC, ...renewing(conditions), PROMOTE, DELETE];
}

/** Of one that an issuer has made, while no other one is asked for. */
function renewing(conditions: Facts["conditions"] = []): readonly OfferedAction[] {
  const isIssued = conditions.some(({ type, reason }) => type === "CertificateReady" && reason === "Issued");
  const isAsked = conditions.some(({ type, status }) => type === "CertificateRenewed" && status !== "True");
  return isIssued && !isAsked ? [RENEW] : [];
}

/** Tells whether runs are all that there is of a deployment: no pod of it goes on. */
export function isJob({ app_type: type }: Readonly<{ app_type: string }>): boolean {
  return type === "job" || type === "cron_job";
}
