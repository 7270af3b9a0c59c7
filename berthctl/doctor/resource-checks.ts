import type { KubeObject, ResourceType } from "../../adapters/kubernetes/kube-object.ts";
import type { KubeClient } from "../../adapters/kubernetes/kube-port.ts";
import { OWN_TYPES } from "../../adapters/kubernetes/resource-types.ts";
import type { Condition } from "../../contract/resources/conditions.ts";
import { ok, warning, type Check, type Finding } from "./check.ts";

const LISTED_MAX = 3;

/** Looks at each kind of ours for objects that do not get on by themselves. */
export function resourceChecks(client: Pick<KubeClient, "list">): readonly Check[] {
  return Object.values(OWN_TYPES).map((type) => ({
    area: "resources",
    name: type.plural,
    remedy: `grant list on ${type.plural}.${type.group}`,
    look: () => lookAt(client, type),
  }));
}

type Reported = KubeObject & { status?: { conditions?: readonly Condition[] } };

async function lookAt(client: Pick<KubeClient, "list">, type: ResourceType): Promise<Finding> {
  const { items } = await client.list<Reported>(type, { limit: 500 });
  const stalled = items.flatMap((object) => {
    const condition = object.status?.conditions?.find((one) => one.type === "Stalled" && one.status === "True");
    return condition === undefined ? [] : [{ object, condition }];
  });
  if (stalled.length === 0) return ok(`${items.length}`);
  const names = stalled
    .slice(0, LISTED_MAX)
    .map(({ object: { metadata }, condition }) => `${metadata.namespace ?? ""}/${metadata.name} (${condition.reason})`);
  return warning(
    `${stalled.length} of ${items.length} stalled: ${names.join(", ")}`,
    `kubectl describe ${type.plural} -n NAMESPACE NAME says what to do`,
  );
}
