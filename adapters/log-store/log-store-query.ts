import { kubernetesName as named } from "../../contract/kubernetes-name.ts";

/** Whose lines are meant: those of a namespace of a cluster, or of pods there that a workload of that name makes. */
export type LinesScope = Readonly<{ cluster: string; namespace: string; workload?: string }>;

/** Which of them: of one pod or container, or with a text in them. */
export type LinesChoice = Readonly<{ pod?: string; container?: string; text?: string }>;

/** From when to when, and the newest so many. */
export type LinesRange = Readonly<{ fromMs: number; toMs: number; linesMax: number }>;

/** What a field of a line may be called. */
export const LINES_FIELD = /^[a-zA-Z_][a-zA-Z0-9_.]{0,62}$/;
/** As collectors for Kubernetes name them (vlagent, Vector), as fields of the stream. */
export const LINE_FIELDS = {
  namespace: "kubernetes.pod_namespace",
  pod: "kubernetes.pod_name",
  container: "kubernetes.container_name",
} as const;

/** Letters and digits of which Kubernetes makes names; they come to no words. */
const RANDOM = "[bcdfghjklmnpqrstvwxz2456789]";
/** What Deployments, CronJobs, Jobs, DaemonSets and StatefulSets put behind their names. */
const POD_END = `((${RANDOM}{6,10}-|[0-9]{8,10}-)?${RANDOM}{5}|[0-9]{1,5})`;

/**
 * Writes what VictoriaLogs is asked. Whose lines they are stands in parameters of their own, which are made of names of
 * Kubernetes alone and narrow whatever the query says; of people's words there is one text in the query, in quotes.
 */
export function linesQuery(
  { cluster, namespace, workload }: LinesScope,
  { pod, container, text }: LinesChoice,
  clusterField: string,
): readonly (readonly [parameter: string, value: string])[] {
  if (!LINES_FIELD.test(clusterField)) throw new TypeError("The field of clusters is no name of a field");
  const exact = {
    [clusterField]: named(cluster),
    [LINE_FIELDS.namespace]: named(namespace),
    ...(pod !== undefined && { [LINE_FIELDS.pod]: named(pod) }),
    ...(container !== undefined && { [LINE_FIELDS.container]: named(container) }),
  };
  const shown = ["_time", "_msg", LINE_FIELDS.pod, LINE_FIELDS.container].map(quotedText).join(", ");
  const pattern = workload === undefined ? undefined : podPattern(workload);
  return [
    ["query", `${text === undefined ? "*" : withText(text)} | fields ${shown}`],
    ["extra_stream_filters", JSON.stringify(exact)],
    ...(pattern === undefined
      ? []
      : [["extra_stream_filters", `_stream:{${quotedText(LINE_FIELDS.pod)}=~${quotedText(pattern)}}`] as const]),
  ];
}

/** Writes the pattern of the pods that a workload makes. */
export function podPattern(workload: string): string {
  return `^${escapedPattern(named(workload))}-${POD_END}$`;
}

/** Finds a text wherever it stands in a line, in small or large letters. */
function withText(text: string): string {
  return `_msg:~${quotedText(`(?i)${escapedPattern(text)}`)}`;
}

/** Quotes a text: what JSON escapes, LogsQL and LogQL read the same way; halves of a character, which they refuse, become its sign for them. */
export function quotedText(text: string): string {
  return JSON.stringify(text.toWellFormed());
}

/** Takes every meaning from the characters of a pattern (RE2). */
export function escapedPattern(text: string): string {
  return text.replaceAll(/[\\.+*?()|[\]{}^$]/g, String.raw`\$&`);
}
