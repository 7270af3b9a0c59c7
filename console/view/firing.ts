import type { Need } from "./need.ts";
import { toneOf } from "./phases.ts";

/** Something that people were told of. */
export type OpenAlert = Readonly<{
  id: string;
  kind: "Deployment" | "DatabaseInstance";
  resource_id: string;
  resource_name: string;
  rule: string;
  message: string;
}>;

type Condition = Readonly<{ type: string; status: string }>;
type Row = Readonly<{ id: string; status: string; conditions: readonly Condition[] }>;
type Known = Readonly<{ alerts: readonly OpenAlert[]; deployments: readonly Row[]; databases: readonly Row[] }>;

const PLACES = {
  Deployment: { kind: "Deployment", base: "/deployments" },
  DatabaseInstance: { kind: "Database", base: "/databases" },
} as const;

/** Tells whether something is in trouble, as is what is on the way and cannot go on by itself. */
export function isInTrouble({ status, conditions }: Omit<Row, "id">): boolean {
  return toneOf(status) === "bad" || conditions.some((one) => one.type === "Stalled" && one.status === "True");
}

/** Lists what fires; what is in trouble says that itself. */
export function firing({ alerts, deployments, databases }: Known): readonly Need[] {
  const inTrouble = new Set([...deployments, ...databases].filter(isInTrouble).map(({ id }) => id));
  return alerts
    .filter(({ rule, resource_id: id }) => rule !== "not_healthy" || !inTrouble.has(id))
    .map(({ id, kind: of, resource_id: resourceId, resource_name: name, message: sentence }) => {
      const { kind, base } = PLACES[of];
      const href = `${base}/${resourceId}?tab=alerts`;
      return { key: id, kind, name, href, sentence, help: "See its alerts", urgency: "now" };
    });
}
