import { z } from "zod";
import { GATEWAY_SETTINGS } from "../api/config.ts";
import { OPERATOR_SETTINGS } from "../operator/config.ts";
import { numberPattern } from "./number-pattern.ts";

type Member = Readonly<{
  description?: string;
  type?: string;
  pattern?: string;
  enum?: readonly string[];
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  default?: string | number;
}>;
type Schema = Readonly<Record<string, unknown>>;

/** Lists the settings that the chart decides by itself; nobody gives them in `settings`. */
export const DECIDED_BY_CHART: readonly string[] = [
  "BERTH_PORT",
  "BERTH_METRICS_PORT",
  "BERTH_METRICS_HOST",
  "BERTH_KUBECONFIG",
  "BERTH_NAMESPACE",
  "BERTH_IDENTITY",
  "BERTH_MANAGEMENT_CLUSTER",
  "BERTH_GATEWAY_USER",
  "BERTH_ARGOCD_NAMESPACE",
];

const PROCESSES = { gateway: GATEWAY_SETTINGS, operator: OPERATOR_SETTINGS } as const;
type Settings = (typeof PROCESSES)[keyof typeof PROCESSES];

function split({ schema, secrets }: Settings): Readonly<{ settings: string[]; credentials: string[] }> {
  const names = Object.keys(schema.shape).sort();
  const isSecret = (name: string): boolean => (secrets as readonly string[]).includes(name);
  return {
    settings: names.filter((name) => !isSecret(name) && !DECIDED_BY_CHART.includes(name)),
    credentials: names.filter(isSecret),
  };
}

/** Which settings each process knows, secret ones apart: what the chart's templates go by. */
export const CHART_SETTINGS = { gateway: split(GATEWAY_SETTINGS), operator: split(OPERATOR_SETTINGS) } as const;

/** Reads a process' settings as JSON Schema. */
export function settingMembers({ schema }: Pick<Settings, "schema">): Readonly<Record<string, Member>> {
  const { properties } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  return (properties ?? {}) as Record<string, Member>;
}

const text = (more: Schema = {}): Schema => ({ type: "string", ...more });
const flag: Schema = { type: "boolean" };
const object = (properties: Schema, more: Schema = {}): Schema => ({
  type: "object",
  additionalProperties: false,
  properties,
  ...more,
});
const mapOf = (additionalProperties: Schema): Schema => ({ type: "object", additionalProperties });
const name = text({ pattern: "^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$" });
const key = text({ pattern: "^[-._a-zA-Z0-9]{1,253}$" });
const digest = text({ pattern: "^(sha256:[0-9a-f]{64})?$" });
const selector = object({ matchLabels: mapOf(text()), matchExpressions: { type: "array" } });

/** A variable of the environment is text: numbers keep their rule as a pattern. */
function settingSchema(member: Member): Schema {
  const { description, type, pattern, enum: words, minLength, maxLength, minimum = 0, maximum } = member;
  if (type === "integer" || type === "number")
    return text({ description, pattern: maximum === undefined ? "^[0-9]+$" : numberPattern(minimum, maximum) });
  // Helm's engine knows no lookaheads.
  const rule = pattern?.includes("(?") === true && !pattern.includes("(?:") ? undefined : pattern;
  return text({ description, pattern: rule, enum: words, minLength, maxLength });
}

/** What a process itself is given by another value of the chart is what that process takes. */
const asOperatorTakes = (setting: string): Schema =>
  text({ pattern: settingMembers(OPERATOR_SETTINGS)[setting]?.pattern });
/** A way in that is switched on needs to lead somewhere. */
const whenEnabled = (needed: Schema): Schema => ({
  if: { properties: { enabled: { const: true } }, required: ["enabled"] },
  then: { properties: needed, required: Object.keys(needed) },
});

function settingsSchema(): Schema {
  const properties: Record<string, unknown> = {};
  for (const [process, { settings }] of Object.entries(CHART_SETTINGS)) {
    const members = settingMembers(PROCESSES[process as keyof typeof PROCESSES]);
    for (const setting of settings) properties[setting] ??= settingSchema(members[setting] ?? {});
  }
  return object(properties, { required: ["BERTH_GIT_URL"] });
}

/** The connection string is `existingPostgres`. */
function credentialsSchema(names: readonly string[]): Schema {
  const source = object({ secretName: name, key }, { required: ["secretName", "key"] });
  const wanted = [...new Set(names)].filter((credential) => credential !== "BERTH_POSTGRES_URL").sort();
  return object(Object.fromEntries(wanted.map((credential) => [credential, source])));
}

function processSchema(process: keyof typeof CHART_SETTINGS): Schema {
  return object({
    // None while a platform is recovered (docs/guides/disaster-recovery.md).
    replicas: { type: "integer", minimum: 0, maximum: 50 },
    resources: object({
      requests: mapOf({ type: ["string", "number"] }),
      limits: mapOf({ type: ["string", "number"] }),
    }),
    credentials: credentialsSchema(CHART_SETTINGS[process].credentials),
    serviceAccount: object({ annotations: mapOf(text()) }),
    podAnnotations: mapOf(text()),
    nodeSelector: mapOf(text()),
    tolerations: { type: "array", items: { type: "object" } },
  });
}

function waysInSchema(): Schema {
  const parentRefs = { type: "array", items: { type: "object", required: ["name"] } };
  return {
    ingress: object(
      { enabled: flag, className: text(), host: text(), annotations: mapOf(text()), tlsSecretName: text() },
      whenEnabled({ host: { minLength: 1 } }),
    ),
    httpRoute: object(
      { enabled: flag, hostnames: { type: "array", items: text() }, parentRefs },
      whenEnabled({ parentRefs: { minItems: 1 } }),
    ),
  };
}

function networkPolicySchema(): Schema {
  return object({
    enabled: flag,
    restNamespaceSelector: selector,
    restCidrs: { type: "array", items: text({ pattern: "^[0-9a-fA-F.:]+/[0-9]{1,3}$" }) },
    metricsNamespaceSelector: selector,
    egress: { type: "array", items: { type: "object" } },
    gitEgress: { type: ["array", "null"], items: { type: "object" } },
    repoServerLabels: mapOf(text()),
  });
}

/** Derives the schema of the chart's values: strict everywhere, so that a misspelt one is refused. */
export function chartSchema(): Schema {
  const { gateway, operator } = CHART_SETTINGS;
  const common = [...gateway.credentials, ...operator.credentials];
  return {
    $schema: "http://json-schema.org/draft-07/schema#",
    $comment: "Generated by make generate; do not edit.",
    ...object(
      {
        existingArgoCD: object({
          namespace: asOperatorTakes("BERTH_ARGOCD_NAMESPACE"),
          clusterName: asOperatorTakes("BERTH_MANAGEMENT_CLUSTER"),
        }),
        existingPostgres: object({ secretName: name, key }, { required: ["secretName", "key"] }),
        settings: settingsSchema(),
        credentials: credentialsSchema(common),
        image: object({
          repository: text({ minLength: 1 }),
          tag: text(),
          digests: object({ gateway: digest, operator: digest }),
          pullPolicy: text({ enum: ["Always", "IfNotPresent", "Never"] }),
          pullSecrets: { type: "array", items: name },
        }),
        gateway: processSchema("gateway"),
        operator: processSchema("operator"),
        ...waysInSchema(),
        networkPolicy: networkPolicySchema(),
        monitoring: object({ serviceMonitor: flag, prometheusRule: flag, labels: mapOf(text()) }),
        admission: object({
          trustedAccounts: { type: "array", items: text({ pattern: "^[A-Za-z0-9@:._-]{1,253}$" }) },
        }),
        crds: object({ install: flag }),
        global: { type: "object" },
      },
      { required: ["existingArgoCD", "existingPostgres", "settings"] },
    ),
  };
}
