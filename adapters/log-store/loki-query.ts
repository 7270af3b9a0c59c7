import { kubernetesName as named } from "../../contract/kubernetes-name.ts";
import { escapedPattern, podPattern, quotedText, type LinesChoice, type LinesScope } from "./log-store-query.ts";

/** What a label of Loki may be called. */
export const LOKI_LABEL = /^[a-zA-Z_][a-zA-Z0-9_]{0,62}$/;
/** As collectors for Kubernetes name them (Alloy, Promtail); pod and container may be structured metadata as well. */
export const LOKI_LABELS = { namespace: "namespace", pod: "pod", container: "container" } as const;

type Operator = "=" | "=~";
type Stage =
  | Readonly<{ stage: "label"; name: string; operator: Operator; value: string }>
  | Readonly<{ stage: "line"; pattern: string }>;

/**
 * Writes what Loki is asked, from parts: a selector of names of Kubernetes alone, which says whose lines they are, and behind
 * it what narrows them. Of people's words there is one text, quoted, as a pattern without any meaning.
 */
export function lokiQuery(
  { cluster, namespace, workload }: LinesScope,
  { pod, container, text }: LinesChoice,
  clusterLabel: string,
): string {
  if (!LOKI_LABEL.test(clusterLabel)) throw new TypeError("The label of clusters is no name of a label");
  const { namespace: ofNamespace, pod: ofPod, container: ofContainer } = LOKI_LABELS;
  const selector = [
    [clusterLabel, named(cluster)],
    [ofNamespace, named(namespace)],
  ] as const;
  const stages: readonly Stage[] = [
    ...(pod === undefined ? [] : [is(ofPod, "=", named(pod))]),
    ...(container === undefined ? [] : [is(ofContainer, "=", named(container))]),
    ...(workload === undefined ? [] : [is(ofPod, "=~", podPattern(workload))]),
    ...(text === undefined ? [] : [{ stage: "line", pattern: `(?i)${escapedPattern(text)}` } as const]),
  ];
  const exact = selector.map(([name, value]) => `${name}=${quotedText(value)}`).join(",");
  return [`{${exact}}`, ...stages.map(written)].join(" ");
}

function is(name: string, operator: Operator, value: string): Stage {
  return { stage: "label", name, operator, value };
}

function written(stage: Stage): string {
  if (stage.stage === "line") return `|~ ${quotedText(stage.pattern)}`;
  return `| ${stage.name}${stage.operator}${quotedText(stage.value)}`;
}
